"""Cases of types `pots` and `split`: pots from contributions, and fair shares of a pot."""

from console.cases.as_compared import pots_of_case
from console.cases.case_shapes import PotsCase, SplitCase
from console.cases.verdict import Difference, differing
from riverrun.contracts.table_events import PotShare
from riverrun.holdem.state import HandPlayer
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo
from services.table.rules.pots import pots_of, uncalled_bet
from services.table.rules.showdown import awards


def build_pots(case: PotsCase) -> list[Difference]:
    """Give the uncalled part back, then build the pots of what is left."""
    given = case.contributions
    players = [_player(one.seat, one.amount, one.folded) for one in given]
    uncalled = uncalled_bet(players)
    back = {} if uncalled is None else {uncalled.seat: uncalled.amount}
    players = [_player(one.seat, one.amount - back.get(one.seat, 0), one.folded) for one in given]
    pots = [[pot.amount, sorted(pot.contenders)] for pot in pots_of(players)]
    expected = case.expect.pots
    if isinstance(expected, list):
        return differing("uncalled", case.expect.uncalled, back) + differing(
            "pots", pots_of_case(expected), pots
        )
    return differing("uncalled", case.expect.uncalled, back)


def _player(seat: SeatNo, contribution: Chips, folded: bool) -> HandPlayer:
    return HandPlayer(seat, "", 0, contribution=contribution, folded=folded)


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
