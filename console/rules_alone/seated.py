"""A table at which everybody sits and has been dealt in before."""

from collections.abc import Mapping

from riverrun.contracts.table_commands import SitDown
from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.table_events import PlayerCameBack, TableOpened
from riverrun.holdem.evolve import evolve
from riverrun.holdem.state import Table
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId
from services.table.decide import commands, seating
from services.table.decide.facts import Facts


def seated(name: str, config: TableConfig, stacks: Mapping[PlayerId, Chips]) -> Table:
    """Seat 1 for the first, and so on; each has bought in for his stack."""
    table = evolve(None, TableOpened(name, config, "club"))
    for seat, (player, stack) in enumerate(stacks.items(), 1):
        table = commands.decide(table, player, player, SitDown(stack, seat), Facts(0)).table
        table = seating.confirm_buy_in(table, table.transfers[0]).table
        # As after a first hand: nobody waits to be dealt in.
        table = evolve(table, PlayerCameBack(seat))
    return table
