"""When the table offers insurance, and what a favourite may buy of an offer (R9.1, R9.5, R9.9, R9.10)."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Literal, TypeAlias

from riverrun.contracts.table_events import Cover, CoverOffer, InsuredStreet, PotShare
from riverrun.holdem.state import AllIn, Hand, HandPlayer
from riverrun.kernel.cards import Card, Cards
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo

WhyClosed: TypeAlias = Literal["disabled", "betting_not_over", "run_it_twice", "wrong_street"]
WhyNot: TypeAlias = Literal[
    "not_favourite",
    "bad_coverage",
    "coverage_above_pot",
    "coverage_above_most",
    "not_an_out",
    "all_outs_kept",
]

_STREETS: dict[int, InsuredStreet] = {3: "flop", 4: "turn"}


def insured_street(board: Cards) -> InsuredStreet | None:
    """The street after whose cards insurance is offered: only flop and turn (R9.3)."""
    return _STREETS.get(len(board))


def why_closed(enabled: bool, all_in: bool, runs: int, board: Cards) -> WhyClosed | None:
    """Why no pot of this hand is offered now; `all_in`: betting is over and hands are open (R9.1)."""
    if not enabled:
        return "disabled"
    if not all_in:
        return "betting_not_over"
    if runs > 1:
        return "run_it_twice"
    return None if insured_street(board) else "wrong_street"


def is_due(enabled: bool, hand: Hand) -> bool:
    """Whether pots must be priced before the next card is dealt: once on each street that can be insured."""
    all_in = type(hand.phase) is AllIn
    if why_closed(enabled, all_in, len(hand.boards), hand.boards[0]):
        return False
    return hand.insurance is None or hand.insurance.street != insured_street(hand.boards[0])


def chips_in_pots(
    pots: Sequence[PotShare], players: Sequence[HandPlayer]
) -> tuple[Mapping[SeatNo, Chips], ...]:
    """Each contender's own chips in each pot: what break even is counted by (R9.10)."""
    paid = {player.seat: player.contribution for player in players}
    dead = {player.seat: player.dead for player in players}
    found: list[Mapping[SeatNo, Chips]] = []
    floor = 0
    for pot in pots:
        level = min([paid[seat] for seat in pot.contenders])
        first = not found
        found.append({seat: level - floor + (dead[seat] if first else 0) for seat in pot.contenders})
        floor = level
    return tuple(found)


def why_not(
    offer: CoverOffer, seat: SeatNo, coverage: Chips, left_out: AbstractSet[Card] = frozenset()
) -> WhyNot | None:
    """Why this choice is refused; None: it can be bought."""
    if seat != offer.seat:
        return "not_favourite"
    if left_out and offer.least:
        return "all_outs_kept"
    kept = len(offer.prices) - len(left_out)
    if kept < 1 or not left_out <= {*offer.outs, *[tie.card for tie in offer.ties]}:
        return "not_an_out"
    if coverage < max(1, offer.least):
        return "bad_coverage"
    if coverage > offer.amount:
        return "coverage_above_pot"
    return "coverage_above_most" if coverage > offer.prices[kept - 1].most else None


def bought(offer: CoverOffer, coverage: Chips, left_out: AbstractSet[Card] = frozenset()) -> Cover:
    """The cover of a choice that is not refused, its premium rounded up to a whole chip (R9.7)."""
    assert why_not(offer, offer.seat, coverage, left_out) is None, "the choice is refused"
    price = offer.prices[len(offer.prices) - len(left_out) - 1]
    return Cover(
        pot=offer.pot,
        seat=offer.seat,
        street=offer.street,
        coverage=coverage,
        premium=-(-coverage * price.per // price.paid),
        outs=tuple([card for card in offer.outs if card not in left_out]),
        ties=tuple([tie for tie in offer.ties if tie.card not in left_out]),
    )


def unanswered(offer: CoverOffer) -> Cover | None:
    """What holds when he refuses or does not answer in time: nothing, or the cover that pays his premium."""
    return bought(offer, offer.least) if offer.least else None
