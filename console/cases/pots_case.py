"""Cases of types `pots` and `split`: pots from contributions, and fair shares of a pot."""

from console.cases.case_shapes import PotsCase, SplitCase
from console.cases.verdict import Difference, differing
from riverrun.contracts.table_events import PotShare
from services.table.rules.pots import Stake, pots_of, uncalled_bet
from services.table.rules.showdown import awards


def build_pots(case: PotsCase) -> list[Difference]:
    """Give the uncalled part back, then build the pots of what is left."""
    stakes = [Stake(one.seat, one.amount, one.folded) for one in case.contributions]
    uncalled = uncalled_bet(stakes)
    if uncalled is not None:
        stakes = [
            one._replace(contribution=one.contribution - uncalled.amount)
            if one.seat == uncalled.seat
            else one
            for one in stakes
        ]
    back = {} if uncalled is None else {uncalled.seat: uncalled.amount}
    pots = [[pot.amount, sorted(pot.contenders)] for pot in pots_of(stakes)]
    expected = case.expect.pots
    if isinstance(expected, list):
        return differing("uncalled", case.expect.uncalled, back) + differing(
            "pots", [[pot.amount, sorted(pot.eligible)] for pot in expected], pots
        )
    return differing("uncalled", case.expect.uncalled, back)


def split_pots(case: SplitCase) -> list[Difference]:
    """Each row is a pot whose winners hold the same best hand."""
    found: list[Difference] = []
    for number, row in enumerate(case.rows, start=1):
        pot = PotShare(row.amount, tuple(row.order))
        ranks = {seat: int(seat in row.winners) for seat in row.order}
        shares = dict.fromkeys(row.winners, 0)
        for award in awards([pot], [0], [ranks]):
            shares[award.seat] += award.amount
        found += differing(f"row {number}", row.shares, shares)
    return found
