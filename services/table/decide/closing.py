"""The end of the betting: uncalled bet, pots, hands turned up; or of the hand, where all but one folded."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from riverrun.contracts.table_events import (
    BettingClosed,
    EndedBy,
    HandEnded,
    HandsTurnedUp,
    PotAwarded,
    PotShare,
    RakeTaken,
    UncalledBetReturned,
)
from riverrun.holdem.state import Hand, live_players
from riverrun.kernel.cards import Cards
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo
from services.table.decide import runs
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts
from services.table.rules import pots
from services.table.rules.rake import rake_of

RankedBy: TypeAlias = Literal["", "evaluator", "table"]


def close_betting(draft: Draft, facts: Facts) -> None:
    """No decision is left: pots are built; before the river all live hands are turned up (R2.2, R6.2)."""
    _return_uncalled(draft)
    all_in = draft.hand.street != "river"
    draft.record(BettingClosed(pots.pots_of(draft.hand.players), all_in))
    if all_in:
        hands = hole_cards(draft.hand, facts)
        live = live_players(draft.hand)
        draft.record(HandsTurnedUp(tuple([(player.seat, hands[player.seat]) for player in live])))
        runs.ask_runs(draft, facts)


def end_by_folds(draft: Draft, winner: SeatNo, facts: Facts) -> None:
    """All but one folded: he takes the pots at once and no cards are shown (R2.2)."""
    _return_uncalled(draft)
    shares = pots.pots_of(draft.hand.players)
    rakes = pot_rakes(draft, shares)
    draft.record(BettingClosed(shares))
    for number in reversed(range(len(shares))):
        if rakes[number]:
            draft.record(RakeTaken(number, rakes[number]))
        draft.record(PotAwarded(number, winner, shares[number].amount - rakes[number], rake=rakes[number]))
    end_hand(draft, "fold", facts)


def end_hand(draft: Draft, how: EndedBy, facts: Facts, ranked_by: RankedBy = "") -> None:
    """Stacks are final. For a moment hands may still be shown by choice (R6.3)."""
    stacks = tuple([(player.seat, player.stack) for player in draft.hand.players])
    until = facts.now_ms + draft.config.clocks.between_hands_ms
    draft.record(HandEnded(how, stacks, facts.now_ms, until, ranked_by))


def hole_cards(hand: Hand, facts: Facts) -> dict[SeatNo, Cards]:
    """Every player's two cards, from the opened deck."""
    deck = facts.deck
    holes = [(deck[first], deck[second]) for first, second in hand.positions]
    return dict(zip(hand.seats, holes, strict=True))


def pot_rakes(draft: Draft, shares: Sequence[PotShare]) -> list[Chips]:
    """The rake of each pot (R5.6)."""
    hand = draft.hand
    amounts = [share.amount for share in shares]
    return rake_of(amounts, draft.config.rake, len(hand.seats), saw_flop=hand.street != "preflop")


def _return_uncalled(draft: Draft) -> None:
    uncalled = pots.uncalled_bet(draft.hand.players)
    if uncalled is not None:
        draft.record(UncalledBetReturned(uncalled.seat, uncalled.amount))
