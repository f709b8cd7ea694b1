"""The terms on which a club sells insurance; they hold for a whole hand (R2.9, R9)."""

from typing import Literal, TypeAlias, assert_never

import msgspec

from services.insurance.pricing.odds import USUAL_TABLE, Odds, OddsTable, odds_by_margin, odds_by_table

Policy: TypeAlias = Literal["odds_table", "fair_margin"]
PremiumOnHit: TypeAlias = Literal["returned", "kept"]

MARGIN_BPS = range(200, 701)


class Terms(msgspec.Struct, frozen=True):
    """Options of the club.

    `premium_on_hit`: whether the premium is due although the cover is paid (R9.8). `insure_ties`: cards that
    tie are covered like outs and pay for the share lost (R9.10). `carry`: who owes a premium from the flop is
    covered on the turn so that he can pay it (R9.8).
    """

    policy: Policy = "odds_table"
    table: OddsTable = USUAL_TABLE
    margin_bps: int = 500
    premium_on_hit: PremiumOnHit = "returned"
    insure_ties: bool = False
    carry: bool = True


def odds_of(terms: Terms, unseen: int, outs: int, kept: int) -> Odds:
    """The odds with `kept` of `outs` covered (R9.6)."""
    match terms.policy:
        case "odds_table":
            return odds_by_table(terms.table, unseen, outs, kept)
        case "fair_margin":
            return odds_by_margin(terms.margin_bps, unseen, outs, kept)
        case _:
            assert_never(terms.policy)
