"""A finished hand told as everybody may know it: what replays and exports read again, whole, by one key."""

from operator import attrgetter

from riverrun.kernel.cards import text_of
from riverrun.kernel.identifiers import TableId
from services.history.hands.told_hand import Step, ToldHand, ToldPlayer, ToldPot
from services.history.projection.followed_hand import FollowedHand
from services.history.projection.words import (
    ACTION_WORDS,
    INSURANCE_WORDS,
    POSITION_WORDS,
    SHOW_WORDS,
    STREET_WORDS,
)

_place = attrgetter("step")


def told(table: TableId, hand: FollowedHand) -> ToldHand:
    """The hand without any card that was not shown."""
    config, started = hand.context.config, hand.started
    small_blind_seat, big_blind_seat = hand.blind_seats
    return ToldHand(
        table=table,
        hand=started.hand,
        table_name=config.name,
        started_ms=hand.started_ms,
        ended_ms=hand.ended_ms,
        kind=config.kind,
        currency=config.currency,
        small_blind=config.small_blind,
        big_blind=config.big_blind,
        table_seats=config.seats,
        button=started.button,
        small_blind_seat=small_blind_seat,
        big_blind_seat=big_blind_seat,
        bomb_pot=started.bomb_pot,
        ended_by=hand.ended_by,
        pot=hand.pot_in_all,
        rake=hand.raked,
        runs=hand.runs,
        boards=tuple([text_of(board) for board in hand.boards]),
        players=_players(hand),
        pots=tuple(
            ToldPot(pot.amount, hand.rakes.get(number, 0), pot.contenders)
            for number, pot in enumerate(hand.pots)
        ),
        steps=_steps(hand),
    )


def _players(hand: FollowedHand) -> tuple[ToldPlayer, ...]:
    found = []
    for one in hand.players:
        position, shown = POSITION_WORDS[one.position], text_of(one.shown)
        result = (one.start, one.paid_in, one.won, one.net, one.insurance)
        found.append(ToldPlayer(one.seat, one.player, one.name, position, *result, shown, shown))
    return tuple(found)


def _steps(hand: FollowedHand) -> tuple[Step, ...]:
    steps = [_action(*row) for row in hand.actions]
    steps += [
        Step(step, at_ms, "board", STREET_WORDS[street], board=board, cards=cards)
        for step, at_ms, street, board, cards in hand.board_rows
    ]
    steps += [
        Step(step, at_ms, SHOW_WORDS[kind], seat=seat, cards=cards)
        for step, at_ms, _, seat, kind, cards in hand.shows
    ]
    steps += [
        Step(step, at_ms, "award", seat=seat, amount=amount, pot=pot, board=board)
        for step, at_ms, _, seat, pot, board, amount, _ in hand.awards
    ]
    steps += [
        Step(
            step,
            at_ms,
            f"insurance_{INSURANCE_WORDS[kind]}",
            STREET_WORDS[street],
            seat,
            amount,
            premium,
            pot,
        )
        for step, at_ms, _, seat, kind, street, pot, amount, premium, *_ in hand.insurance
    ]
    return tuple(sorted(steps, key=_place))


def _action(
    step: int,
    at_ms: int,
    _player: str,
    seat: int,
    _position: int,
    street: int,
    kind: int,
    amount: int,
    to: int,
    _price: int,
    pot: int,
    *rest: int,
) -> Step:
    """A row of `actions`; the rest ends with all in, by the clock, and the time to think."""
    words = ACTION_WORDS[kind], STREET_WORDS[street]
    return Step(step, at_ms, *words, seat, amount, to, pot, 0, rest[-3] == 1, rest[-1])
