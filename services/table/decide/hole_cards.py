"""The cards are dealt, and somebody is asked to act (R2.5, R4.7)."""

from riverrun.contracts.table_events import HoleCardsDealt
from services.table.decide import betting
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts
from services.table.rules import runouts
from services.table.rules.straddles import last_blind


def deal_hole_cards(draft: Draft, facts: Facts) -> None:
    """Two cards each, and the first turn; the last to post a blind acts last (R4.7)."""
    hand = draft.hand
    draft.record(HoleCardsDealt(runouts.hole_positions(len(hand.seats))))
    if hand.bomb_pot:
        betting.open_street(draft, facts)
        betting.go_on(draft, len(hand.seats) - 1, facts)
    else:
        betting.go_on(draft, hand.seats.index(last_blind(hand)), facts)
