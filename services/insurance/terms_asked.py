"""Reads the club's terms of a request, and says what is wrong with others."""

from collections.abc import Sequence
from fractions import Fraction

from riverrun.pb.insurance.v1 import insurance_pb2 as pb
from riverrun.runtime.grpc.bad_argument import BadArgument
from services.insurance.pricing.odds import MOST_OUTS, USUAL_TABLE, HoleInTable, Odds, OddsTable, whole_table
from services.insurance.pricing.terms import MARGIN_BPS, Policy, PremiumOnHit, Terms

HIGHEST_ODDS = 1_000
FINEST_ODDS = 10_000
"""No odds for more premium chips than these: all fractions of an answer stay within 64 bits."""

POLICIES: dict[int, Policy] = {
    pb.POLICY_ODDS_TABLE: "odds_table",
    pb.POLICY_FAIR_MARGIN: "fair_margin",
}
ON_HIT: dict[int, PremiumOnHit] = {
    pb.PREMIUM_ON_HIT_RETURNED: "returned",
    pb.PREMIUM_ON_HIT_KEPT: "kept",
}


def terms_in(given: pb.Terms) -> Terms:
    """A policy with what it needs. Raises `BadArgument`."""
    if given.policy not in POLICIES:
        raise BadArgument("unknown_policy", "terms.policy", f"{given.policy} is no policy")
    if given.premium_on_hit not in ON_HIT:
        raise BadArgument("unknown_policy", "terms.premium_on_hit", f"{given.premium_on_hit} is none")
    policy = POLICIES[given.policy]
    if policy == "fair_margin" and given.margin_bps not in MARGIN_BPS:
        bounds = f"{MARGIN_BPS.start} to {MARGIN_BPS.stop - 1}"
        raise BadArgument("bad_margin", "terms.margin_bps", f"{given.margin_bps}; {bounds} are possible")
    return Terms(
        policy=policy,
        table=_table(given.odds_table),
        margin_bps=given.margin_bps,
        premium_on_hit=ON_HIT[given.premium_on_hit],
        insure_ties=given.insure_ties,
        carry=given.carry,
    )


def _table(rows: Sequence[pb.TableRow]) -> OddsTable:
    if not rows:
        return USUAL_TABLE
    table: dict[int, Odds] = {}
    for at, row in enumerate(rows):
        field = f"terms.odds_table[{at}]"
        if not 1 <= row.outs <= MOST_OUTS:
            raise BadArgument("bad_odds", f"{field}.outs", f"{row.outs}; 1 to {MOST_OUTS} are possible")
        if row.outs in table:
            raise BadArgument("hole_in_table", f"{field}.outs", f"{row.outs} outs twice")
        table[row.outs] = _odds(f"{field}.odds", row.odds)
    try:
        return whole_table(table)
    except HoleInTable as hole:
        raise BadArgument("hole_in_table", "terms.odds_table", str(hole)) from None


def _odds(field: str, odds: pb.Odds) -> Odds:
    fine = 1 <= odds.premium <= FINEST_ODDS
    if not fine or not odds.premium <= odds.paid <= HIGHEST_ODDS * odds.premium:
        raise BadArgument("bad_odds", field, f"{odds.paid} to {odds.premium}")
    return Fraction(odds.paid, odds.premium)
