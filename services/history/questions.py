"""Reads questions in the words of the protocol. Raises `BadArgument`."""

from typing import Protocol

from riverrun.kernel.cards import NotACard, cards
from riverrun.pb.history.v1 import history_pb2 as pb
from riverrun.runtime.grpc.bad_argument import BadArgument
from services.history.hands.search import MOST, Wanted
from services.history.statistics.hud import LAST_DAY, Hands

AT_A_TABLE = 9
POSITIONS = frozenset(("", "BTN", "SB", "BB", "UTG", "UTG+1", "UTG+2", "UTG+3", "LJ", "HJ", "CO"))


def players_in(request: pb.FiguresRequest) -> list[str]:
    """Whose figures: those of one table."""
    players = list(request.players)
    if len(players) > AT_A_TABLE:
        raise BadArgument("too_many", "players", f"at most {AT_A_TABLE}")
    return players


def hands_in(asked: pb.HandFilter) -> Hands:
    """Which hands count."""
    if asked.position not in POSITIONS:
        raise BadArgument("unknown_position", "hands.position", "BTN, SB, BB, UTG, UTG+1, …, LJ, HJ or CO")
    for field in ("players_from", "players_to", "big_blind", "since_ms", "until_ms"):
        _not_negative(getattr(asked, field), f"hands.{field}")
    return Hands(
        (min(asked.players_from, AT_A_TABLE) or 2, min(asked.players_to, AT_A_TABLE) or AT_A_TABLE),
        asked.big_blind,
        asked.position,
        asked.currency,
        asked.since_ms,
        asked.until_ms or LAST_DAY,
    )


def wanted_in(asked: pb.FindHandsRequest) -> Wanted:
    """Which hands are looked for."""
    for field in ("big_blind", "pot_from", "since_ms", "before_ms", "most"):
        _not_negative(getattr(asked, field), field)
    try:
        cards(asked.cards)
    except NotACard:
        raise BadArgument("not_a_card", "cards", "such as AsKs, each once") from None
    return Wanted(
        player=asked.player,
        table=asked.table,
        big_blind=asked.big_blind,
        cards=asked.cards,
        pot_from=asked.pot_from,
        all_in=asked.all_in,
        insured=asked.insured,
        showdown=asked.showdown,
        since_ms=asked.since_ms,
        before_ms=asked.before_ms or LAST_DAY,
        most=min(asked.most or 20, MOST),
    )


class NamesHand(Protocol):
    """A request about one hand."""

    @property
    def hand(self) -> int: ...


def hand_number_in(asked: NamesHand) -> int:
    """A hand's number."""
    if not 0 < asked.hand < 2**32:
        raise BadArgument("bad_amount", "hand", "a hand's number, from 1 on")
    return asked.hand


def _not_negative(value: int, field: str) -> None:
    if value < 0:
        raise BadArgument("bad_amount", field, "not below zero")
