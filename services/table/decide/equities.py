"""Equities of open hands, told with the decision that turns them up or lets their board grow (R10.3)."""

import msgspec
from msgspec.structs import replace

from riverrun.contracts.table_events import BoardDealt, EquitiesChanged, Equity, HandsTurnedUp
from riverrun.holdem.state import AllIn, Hand, Table
from riverrun.kernel.cards import Cards
from riverrun.kernel.identifiers import SeatNo
from services.table.decide.draft import Draft

WHOLE_BOARD = 5


class EquityQuestion(msgspec.Struct, frozen=True, gc=False):
    """Of one pot on one board: its contenders' open hands, what lies there, and what cannot come there."""

    pot: int
    board: int
    seats: tuple[SeatNo, ...]
    holes: tuple[Cards, ...]
    opened: Cards
    dead: Cards


def questions(draft: Draft) -> tuple[EquityQuestion, ...]:
    """What is to be asked before the draft is written; nothing in all but a few of them."""
    hand: Hand | None = draft.hand
    if hand is None or type(hand.phase) is not AllIn:
        return ()
    if not any(type(event) is HandsTurnedUp or type(event) is BoardDealt for event in draft.events):
        return ()
    return tuple(
        [
            _question(hand, pot, board)
            for board in _boards_to_come(hand)
            for pot, share in enumerate(hand.pots)
            if len(share.contenders) > 1
        ]
    )


def with_equities(before: Table, draft: Draft, equities: tuple[Equity, ...]) -> Draft:
    """The same decision, which also tells them: where hands are turned up, else after the cards."""
    if not equities:
        return draft
    told = Draft(before)
    for event in draft.events:
        told.record(replace(event, equities=equities) if type(event) is HandsTurnedUp else event)
    if not any(type(event) is HandsTurnedUp for event in draft.events):
        told.record(EquitiesChanged(equities))
    return told


def _boards_to_come(hand: Hand) -> tuple[int, ...]:
    """Those not complete; boards that share all their cards so far are worth the same, and told once."""
    if len(set(hand.boards)) == 1:
        return (0,)
    return tuple([number for number, board in enumerate(hand.boards) if len(board) < WHOLE_BOARD])


def _question(hand: Hand, pot: int, board: int) -> EquityQuestion:
    contenders = hand.pots[pot].contenders
    cards = {player.seat: player.cards for player in hand.players if player.cards}
    holes = tuple([cards[seat] for seat in contenders])
    opened = hand.boards[board]
    seen = {card for one in (*hand.boards, *cards.values()) for card in one}
    dead = seen - set(opened) - {card for hole in holes for card in hole}
    return EquityQuestion(pot, board, contenders, holes, opened, tuple(sorted(dead)))
