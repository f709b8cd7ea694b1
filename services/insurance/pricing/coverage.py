"""How much may be covered, what it costs, and the amounts that buyers ask for (R9.5, R9.7, R9.8, R9.10)."""

from math import ceil, floor

from riverrun.kernel.chips import Chips
from services.insurance.pricing.odds import Odds
from services.insurance.pricing.terms import PremiumOnHit

EVENS: Odds = Odds(1)


def premium_of(coverage: Chips, odds: Odds) -> Chips:
    """Rounded up to a whole chip (R9.7)."""
    return ceil(coverage / odds)


def most_coverage(pot: Chips, room: Chips, odds: Odds) -> Chips:
    """The pot, as far as the premium fits `room`: the smallest share he may get, less what he owes (R9.5)."""
    return min(pot, floor(room * odds))


def least_that_leaves(chips: Chips, odds: Odds, on_hit: PremiumOnHit) -> Chips | None:
    """The least coverage that leaves `chips` when an out comes; None where no coverage does.

    Premiums owed from before count among `chips`. Where the premium is kept it is paid from the coverage.
    """
    if on_hit == "returned":
        return chips
    return ceil(chips * odds / (odds - EVENS)) if odds > EVENS else None


def equal_profit(pot: Chips, odds: Odds, on_hit: PremiumOnHit) -> Chips:
    """The largest coverage that leaves as much when an out comes as when none does (R9.10)."""
    if on_hit == "kept":
        return pot
    return floor(pot * odds / (odds + EVENS))
