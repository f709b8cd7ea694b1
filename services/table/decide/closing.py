"""The end of the betting: uncalled bet, pots, hands turned up; or of the hand, where all but one folded."""

from riverrun.contracts.table_events import (
    BettingClosed,
    HandEnded,
    HandsTurnedUp,
    PotAwarded,
    RakeTaken,
    UncalledBetReturned,
)
from riverrun.holdem.state import live_players
from riverrun.kernel.identifiers import SeatNo
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts
from services.table.rules import pots
from services.table.rules.rake import rake_of


def close_betting(draft: Draft, facts: Facts) -> None:
    """No decision is left: pots are built; before the river all live hands are turned up (R2.2, R6.2)."""
    _return_uncalled(draft)
    all_in = draft.hand.street != "river"
    draft.record(BettingClosed(pots.pots_of(_stakes(draft)), all_in))
    if all_in:
        hands = hole_cards(draft, facts)
        draft.record(
            HandsTurnedUp(tuple((player.seat, hands[player.seat]) for player in live_players(draft.hand)))
        )


def end_by_folds(draft: Draft, winner: SeatNo, facts: Facts) -> None:
    """All but one folded: he takes the pots at once and no cards are shown (R2.2)."""
    _return_uncalled(draft)
    shares = pots.pots_of(_stakes(draft))
    rakes = pot_rakes(draft, [share.amount for share in shares])
    draft.record(BettingClosed(shares))
    for number in reversed(range(len(shares))):
        if rakes[number]:
            draft.record(RakeTaken(number, rakes[number]))
        draft.record(PotAwarded(number, winner, shares[number].amount - rakes[number], rake=rakes[number]))
    end_hand(draft, "fold", facts)


def end_hand(draft: Draft, how: str, facts: Facts, ranked_by: str = "") -> None:
    """Stacks are final. For a moment hands may still be shown by choice (R6.3)."""
    stacks = tuple((player.seat, player.stack) for player in draft.hand.players)
    until = facts.now_ms + draft.config.clocks.between_hands_ms
    draft.record(HandEnded(how, stacks, facts.now_ms, until, ranked_by))  # type: ignore[arg-type]


def hole_cards(draft: Draft, facts: Facts) -> dict[SeatNo, tuple[int, ...]]:
    """Every player's two cards, from the opened deck."""
    hand = draft.hand
    return {
        player.seat: (facts.deck[first], facts.deck[second])
        for player, (first, second) in zip(hand.players, hand.positions, strict=True)
    }


def pot_rakes(draft: Draft, amounts: list[int]) -> tuple[int, ...]:
    """The rake of each pot (R5.6)."""
    hand = draft.hand
    return rake_of(amounts, draft.config.rake, len(hand.players), saw_flop=hand.street != "preflop")


def _return_uncalled(draft: Draft) -> None:
    uncalled = pots.uncalled_bet(_stakes(draft))
    if uncalled is not None:
        draft.record(UncalledBetReturned(uncalled.seat, uncalled.amount))


def _stakes(draft: Draft) -> list[pots.Stake]:
    return [
        pots.Stake(player.seat, player.contribution, player.folded, player.dead)
        for player in draft.hand.players
    ]
