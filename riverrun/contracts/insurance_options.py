"""Options of a table about all-in insurance (R9): whether it is offered, at which prices, up to how much."""

from typing import Literal, TypeAlias

import msgspec

from riverrun.kernel.chips import MAX_CHIPS, Chips

PricePolicy: TypeAlias = Literal["odds_table", "fair_margin"]
PremiumOnHit: TypeAlias = Literal["returned", "kept"]

MOST_OUTS = 14
HUNDREDTHS = 100
_ODDS = range(HUNDREDTHS, 1_000 * HUNDREDTHS + 1)


class InsuranceOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The club sells insurance at this table where it is `offered`; it is the insurer.

    `policy` prices by `odds_table`, the odds for 1, 2, … 14 outs in hundredths (350: 3.5 to one; empty: the
    usual table), or at fair odds less `margin_bps`. `limit_per_hand` is the most that the club may have to
    pay for a hand. `limit_in_all` is how far below zero the club's insurance account may come, with all that
    its tables may still have to pay counted as paid, where the club's own limit allows more; outside clubs,
    the most that the table may have lost. 0: none (R9.12).
    """

    offered: bool = False
    policy: PricePolicy = "odds_table"
    odds_table: tuple[int, ...] = ()
    margin_bps: int = 500
    premium_on_hit: PremiumOnHit = "returned"
    insure_ties: bool = False
    carry: bool = True
    limit_per_hand: Chips = 0
    limit_in_all: Chips = 0
    prompt_ms: int = 15_000


INSURANCE_BOUNDS = {
    "margin_bps": (200, 700),
    "limit_per_hand": (0, MAX_CHIPS),
    "limit_in_all": (0, MAX_CHIPS),
    "prompt_ms": (1_000, 120_000),
}


def is_odds_table(hundredths: tuple[int, ...]) -> bool:
    """Whether there are odds from evens to a thousand to one for each number of outs; or none at all."""
    return not hundredths or (len(hundredths) == MOST_OUTS and all(odds in _ODDS for odds in hundredths))
