"""What tables ask their club's pool, over gRPC: without a limit, below the first one, by two processes."""

from contextlib import AsyncExitStack
from pathlib import Path

from msgspec.structs import replace

from riverrun.kernel.identifiers import TableId
from riverrun.runtime.grpc.channel import open_channel
from services.table.ports.pool import ClubPool, RoomAsked
from tests.support.club_house import running_clubs
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S
from tests.support.table_process import QUICK, TableProcesses


class Pools:
    """Two club processes' pools, asked by a club's tables in turn."""

    def __init__(self, club: str, pools: list[ClubPool]) -> None:
        self._club = club
        self._pools = pools

    async def room(self, table: TableId, hand: int) -> list[int | None]:
        """So much of 900 may be sold on the flop, says each process when it is asked."""
        asked = RoomAsked(self._club, table, hand, board=3, limit=0, owed=0, covers=900)
        return [await pool.hold(asked) for pool in self._pools]


async def test_what_one_club_process_learns_of_the_limit_binds_what_the_other_is_asked_next(
    one_server: NatsServers, tmp_path: Path
) -> None:
    async with AsyncExitStack() as stack:
        houses = [await stack.enter_async_context(running_clubs(one_server)) for _ in range(2)]
        channels = [open_channel(house.target) for house in houses]
        for channel in channels:
            stack.push_async_callback(channel.close)
        club = await houses[0].found()
        hosting = TableProcesses(one_server, tmp_path).hosting(RIVERRUN_CLUB_TARGET=houses[0].target)
        async with hosting:
            config = replace(QUICK, insurance=replace(QUICK.insurance, offered=True))
            one, other = [await houses[0].open_table(club, config) for _ in range(2)]
        pools = Pools(club.club, [ClubPool(channel, int(LONG_S * 1000)) for channel in channels])

        assert await pools.room(one, hand=1) == [None, None]
        await houses[0].bound_insurance(club, 1_000)
        assert await pools.room(one, hand=1) == [900, 900]
        assert await pools.room(other, hand=1) == [100, 100]
        await houses[1].bound_insurance(club, 0)
        assert await pools.room(other, hand=1) == [100, 100]  # held already
        assert await pools.room(other, hand=2) == [None, None]
