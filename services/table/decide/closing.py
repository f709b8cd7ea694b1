"""The end of the betting: uncalled bet, pots, hands turned up; or of the hand, where all but one folded."""

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec.structs import replace

from riverrun.contracts.table_config import TableConfig
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
from riverrun.holdem.evolve_board import turned_up
from riverrun.holdem.evolve_hand import over
from riverrun.holdem.state import Hand
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
    uncalled = pots.uncalled_bet(draft.hand.players)
    if uncalled is not None:
        draft.record(UncalledBetReturned(uncalled.seat, uncalled.amount))
    hand = draft.hand
    closed = BettingClosed(pots.pots_of(hand.players), all_in=hand.street != "river")
    if not closed.all_in:
        draft.record(closed)
        return
    deck = facts.deck
    holes = [
        (player.seat, (deck[first], deck[second]))
        for player, (first, second) in zip(hand.players, hand.positions, strict=True)
        if not player.folded
    ]
    opened = HandsTurnedUp(tuple(holes))
    draft.take(turned_up(hand, closed, opened), (closed, opened))
    runs.ask_runs(draft, facts)


def end_by_folds(draft: Draft, winner: SeatNo, facts: Facts) -> None:
    """All but one folded: he takes the pots at once and no cards are shown (R2.2)."""
    hand = draft.hand
    uncalled = pots.uncalled_bet(hand.players)
    won = rake = 0
    if uncalled is not None:
        won = uncalled.amount
        draft.events.append(UncalledBetReturned(uncalled.seat, won))
    shares = pots.left_to(winner, hand.players, won)
    draft.events.append(BettingClosed(shares))
    for share in shares:
        (rake,) = pot_rakes(draft, shares)
        if rake:
            draft.events.append(RakeTaken(0, rake))
        draft.events.append(PotAwarded(0, winner, share.amount - rake, rake=rake))
        won += share.amount - rake
    ended = hand_ended(hand, draft.config, {winner: won}, "fold", facts)
    draft.take_table(over(draft.table, replace(hand, pots=shares), ended, raked=rake), (ended,))


def hand_ended(
    hand: Hand,
    config: TableConfig,
    won: Mapping[SeatNo, Chips],
    how: EndedBy,
    facts: Facts,
    ranked_by: RankedBy = "",
) -> HandEnded:
    """Stacks are final with what was `won`. For a moment hands may still be shown by choice (R6.3)."""
    stacks = tuple([(player.seat, player.stack + won.get(player.seat, 0)) for player in hand.players])
    until = facts.now_ms + config.clocks.between_hands_ms
    return HandEnded(how, stacks, facts.now_ms, until, ranked_by)


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
