"""What a table's events mean for the club's ledger: transfers, whose ids follow from the events."""

from collections.abc import Iterable
from typing import Any, TypeAlias

import msgspec

from riverrun.contracts.table_events import (
    BuyInConfirmed,
    BuyInRefused,
    HandEnded,
    HandSealed,
    HandStarted,
    HandVoided,
    InsuranceNotOffered,
    InsuranceOffered,
    InsuranceSettled,
    PlayerStoodUp,
    PotAwarded,
    RabbitHunted,
    RakeTaken,
    TableCarriedOn,
    TableRolled,
    UninsuredPot,
)
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId, SeatNo, TableId, TransferId
from services.club.ledger.accounts import FEES, INSURANCE, REVENUE, at_table, member, pending
from services.club.ledger.exposure import ReleaseAsked
from services.club.ledger.moving import Move

BY = "table"
MAY_BE_HELD = frozenset({"club_away", "no_answer", "limit_reached"})
"""A table that was told so may have asked its club before; without room what is owed already may be held."""


class Return(msgspec.Struct, frozen=True):
    """A buy-in that the table refused: if it was paid all the same, it goes back."""

    transfer: TransferId


Moved: TypeAlias = Move | Return | ReleaseAsked
"""What an event means for the ledger."""


class OpenHand(msgspec.Struct):
    """What of a hand in progress is needed once it ends."""

    hand: int
    players: dict[SeatNo, PlayerId]
    rake: Chips = 0
    parts: dict[PlayerId, Chips] = {}
    held: bool = False
    doubtful: bool = False

    def insured(self, held: Chips, without: Iterable[UninsuredPot]) -> None:
        """Whether the club holds room for it, or may, though the table never heard of it."""
        reasons = {pot.reason for pot in without}
        self.doubtful = self.doubtful or "club_away" in reasons
        self.held = self.held or held > 0 or not reasons.isdisjoint(MAY_BE_HELD)


class TableMoney:
    """One table, followed event by event from the start of a hand on, or from its first event."""

    def __init__(self, table: TableId) -> None:
        self._table = table
        self._hand: OpenHand | None = None

    @property
    def in_hand(self) -> bool:
        """Whether a hand is not sealed yet, so that following could not begin anew behind its start."""
        return self._hand is not None

    @property
    def hand(self) -> int:
        """The hand in progress, 0 between hands."""
        return 0 if self._hand is None else self._hand.hand

    def take(self, version: int, event: Any) -> Moved | None:
        """What the table's next event moves."""
        if self._hand is not None:
            return self._in_hand(self._hand, version, event)
        return self._between_hands(event)

    def _in_hand(self, hand: OpenHand, version: int, event: Any) -> Moved | None:
        match event:
            case RakeTaken():
                hand.rake += event.amount
            case PotAwarded() if event.rake:
                player = hand.players[event.seat]
                hand.parts[player] = hand.parts.get(player, 0) + event.rake
            case HandEnded() if hand.rake:
                return rake(self._table, hand)
            case InsuranceOffered():
                hand.insured(event.held, event.without)
            case InsuranceNotOffered():
                hand.insured(0, event.without)
            case HandSealed() | HandVoided():
                self._hand = None
                if hand.held or isinstance(event, HandVoided):
                    return ReleaseAsked(self._table, hand.hand, hand.doubtful)
            case RabbitHunted() if event.fee:
                return fee(self._table, version, hand.players[event.seat], event.fee)
            case InsuranceSettled() if event.to_club:
                return insurance(self._table, version, event.to_club)
            case _:
                return self._between_hands(event)
        return None

    def _between_hands(self, event: Any) -> Move | Return | None:
        match event:
            case HandStarted():
                players = {dealt.seat: dealt.player for dealt in event.players}
                self._hand = OpenHand(event.hand, players)
            case BuyInConfirmed():
                return seated(self._table, event.transfer, event.amount)
            case BuyInRefused():
                return Return(event.transfer)
            case PlayerStoodUp() if event.amount:
                return cash_out(self._table, event)
            case TableRolled() if event.carried.chips:
                return carried(self._table, event.successor, event.carried.chips)
            case TableCarriedOn() if event.carried.chips:
                return carried(event.predecessor, self._table, event.carried.chips)
            case _:
                pass
        return None


def rake(table: TableId, hand: OpenHand) -> Move:
    """What the club took of a hand's pots, and of whose winnings."""
    parts = tuple(sorted(hand.parts.items()))
    return Move(f"{table}.rake.{hand.hand}", at_table(table), REVENUE, hand.rake, "rake", BY, parts=parts)


def fee(table: TableId, version: int, player: PlayerId, amount: Chips) -> Move:
    """What a player paid for looking at the cards that would have come."""
    transfer = f"{table}.fee.{version}"
    return Move(transfer, at_table(table), FEES, amount, "fee", BY, "rabbit hunt", ((player, amount),))


def seated(table: TableId, transfer: TransferId, amount: Chips) -> Move:
    """Chips on the way have arrived."""
    return Move(f"{transfer}.seated", pending(table), at_table(table), amount, "seated", BY)


def returned(table: TableId, transfer: TransferId, player: PlayerId, amount: Chips) -> Move:
    """Chips on the way go back."""
    return Move(f"{transfer}.returned", pending(table), member(player), amount, "buy_in_returned", BY)


def cash_out(table: TableId, event: PlayerStoodUp) -> Move:
    """A stack goes back to its account."""
    return Move(event.transfer, at_table(table), member(event.player), event.amount, "cash_out", BY)


def carried(table: TableId, successor: TableId, amount: Chips) -> Move:
    """All that lies on a table goes over to its next id; both ids' events tell the same transfer."""
    return Move(f"{table}.carried", at_table(table), at_table(successor), amount, "carried", BY)


def insurance(table: TableId, version: int, to_club: Chips) -> Move:
    """What a hand's insurance came to for the club."""
    transfer = f"{table}.insurance.{version}"
    if to_club > 0:
        return Move(transfer, at_table(table), INSURANCE, to_club, "insurance_premium", BY)
    return Move(transfer, INSURANCE, at_table(table), -to_club, "insurance_payout", BY)
