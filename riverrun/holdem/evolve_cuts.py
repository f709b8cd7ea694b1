"""How the players' cut of a deck changes a table."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from riverrun.contracts.table_events import CutAsked, CutCommitted, CutTold, DeckCut
from riverrun.holdem.state import Betting, Cut, Cutter, Cutting, Hand, Question, SeatCut, Table

NO_CUT = SeatCut()


def _cut_committed(table: Table, event: CutCommitted) -> Table:
    seats = [
        replace(seat, cut=replace(seat.cut or NO_CUT, hand=event.hand, commitment=event.commitment))
        if seat.seat == event.seat
        else seat
        for seat in table.seats
    ]
    return replace(table, seats=tuple(seats))


def _cut_asked(hand: Hand, event: CutAsked) -> Hand:
    assert type(hand.phase) is Betting, "no betting is in progress"
    cutters = tuple([Cutter(one.seat, one.commitment) for one in event.cutters])
    question = Question("cut", tuple([one.seat for one in cutters]), 0, event.deadline_ms)
    return replace(hand, phase=Cutting(hand.phase), question=question, cut=Cut(cutters))


def _cut_told(hand: Hand, event: CutTold) -> Hand:
    assert hand.cut is not None, "nobody cuts the deck"
    cutters = [replace(one, nonce=event.nonce) if one.seat == event.seat else one for one in hand.cut.cutters]
    return replace(hand, cut=replace(hand.cut, cutters=tuple(cutters)))


def _deck_cut(table: Table, event: DeckCut) -> Table:
    hand = table.hand
    assert hand is not None, "no hand is in progress"
    assert type(hand.phase) is Cutting, "nobody cuts the deck"
    cut = Cut(tuple([Cutter(one.seat, one.commitment, one.nonce) for one in event.cutters]), event.places)
    missing = {one.seat for one in event.cutters if not one.nonce}
    seats = [
        replace(seat, cut=replace(seat.cut or NO_CUT, missed=hand.hand)) if seat.seat in missing else seat
        for seat in table.seats
    ]
    hand = replace(hand, phase=hand.phase.betting, question=None, cut=cut)
    return replace(table, seats=tuple(seats), hand=hand)


CHANGES: dict[type[Any], Callable[[Hand, Any], Hand]] = {
    CutAsked: _cut_asked,
    CutTold: _cut_told,
}

EVOLVERS: dict[type[Any], Callable[[Table, Any], Table]] = {
    CutCommitted: _cut_committed,
    DeckCut: _deck_cut,
}
