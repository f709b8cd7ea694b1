"""What insurance settles when the pots are paid: covers that hit, premiums due and taken (R9.8)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from riverrun.contracts.insurance_options import PremiumOnHit
from riverrun.contracts.table_events import Cover, InsuranceSettled, InsuredStreet
from riverrun.kernel.cards import Card, Cards
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo

PotOfSeat: TypeAlias = tuple[int, SeatNo]
"""A pot's number, main pot 0, and one of its contenders."""

_INSURED_CARD: Mapping[InsuredStreet, int] = {"flop": 3, "turn": 4}


def is_hit(cover: Cover, card: Card) -> bool:
    """Whether the card is a kept one."""
    return card in cover.outs or any(tie.card == card for tie in cover.ties)


def paid_on(cover: Cover, card: Card) -> Chips:
    """What the club pays when this card comes: for an insured tie the share lost, rounded down (R9.10)."""
    if card in cover.outs:
        return cover.coverage
    for tie in cover.ties:
        if tie.card == card:
            return cover.coverage * (tie.sharing - 1) // tie.sharing
    return 0


def due_on(cover: Cover, card: Card, on_hit: PremiumOnHit) -> Chips:
    """The premium due when this card comes: none after a hit, unless the club keeps it."""
    return 0 if on_hit == "returned" and is_hit(cover, card) else cover.premium


def premiums_owed(covers: Iterable[Cover], board: Cards, on_hit: PremiumOnHit) -> dict[PotOfSeat, Chips]:
    """What each buyer owes for each pot by the cards dealt so far: what a quote on the turn is told."""
    owed: dict[PotOfSeat, Chips] = {}
    for cover in covers:
        card = _card_after(cover, board)
        if card is not None:
            key = (cover.pot, cover.seat)
            owed[key] = owed.get(key, 0) + due_on(cover, card, on_hit)
    return owed


def paid_so_far(covers: Iterable[Cover], board: Cards) -> Chips:
    """What the club has to pay by the cards dealt so far: so much less of its limit is left (R9.12)."""
    cards = [(cover, _card_after(cover, board)) for cover in covers]
    return sum([paid_on(cover, card) for cover, card in cards if card is not None])


def settle_covers(
    covers: Sequence[Cover], board: Cards, won: Mapping[PotOfSeat, Chips], on_hit: PremiumOnHit
) -> tuple[InsuranceSettled, ...]:
    """The accounts, from the last pot to the main pot as pots are paid (R5.3); `won` is after rake.

    Premiums are taken from what the buyer wins of that pot and the coverage paid for it. What these cannot
    pay is not owed.
    """
    paid: dict[PotOfSeat, Chips] = {}
    for cover in covers:
        card = _card_after(cover, board)
        assert card is not None, "a cover is settled before its card"
        key = (cover.pot, cover.seat)
        paid[key] = paid.get(key, 0) + paid_on(cover, card)
    due = premiums_owed(covers, board, on_hit)
    return tuple(
        [
            InsuranceSettled(pot, seat, paid[pot, seat], due[pot, seat], _taken(due, paid, won, (pot, seat)))
            for pot, seat in sorted(paid, reverse=True)
        ]
    )


def _taken(
    due: Mapping[PotOfSeat, Chips],
    paid: Mapping[PotOfSeat, Chips],
    won: Mapping[PotOfSeat, Chips],
    key: PotOfSeat,
) -> Chips:
    return min(due[key], won.get(key, 0) + paid[key])


def _card_after(cover: Cover, board: Cards) -> Card | None:
    place = _INSURED_CARD[cover.street]
    return board[place] if place < len(board) else None
