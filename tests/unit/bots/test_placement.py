"""Bots spread over tables and leave seats to people."""

import pytest

from riverrun.client import Refused
from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.views import LobbyEntry
from services.bots.placement import NoSeat, Placement


class FakeLobby:
    """The gateway's list of tables; a table just opened is not listed at once."""

    def __init__(self, *tables: tuple[str, int, int]) -> None:
        self.listed = [entry(table, seats, seated) for table, seats, seated in tables]
        self.opened: list[TableConfig] = []
        self.most = 8

    async def tables(self) -> list[LobbyEntry]:
        return self.listed

    async def create_table(self, config: TableConfig | None = None) -> str:
        assert config is not None
        if len(self.opened) >= self.most:
            raise Refused("too_many_open_tables", "close a table of yours first")
        self.opened.append(config)
        return f"s0-opened{len(self.opened)}"


def entry(table: str, seats: int, seated: int) -> LobbyEntry:
    return LobbyEntry(table, table, "play", "PLAY", seats, seated, 50, 100, 4_000, 20_000, 0, 0)


async def placed(placement: Placement, lobby: FakeLobby, bots: int) -> list[str]:
    return [await placement.table_for(f"bot {number}", lobby) for number in range(bots)]


async def test_six_bots_sit_together_at_the_only_table() -> None:
    assert await placed(Placement((), 1), FakeLobby(("s0-a", 9, 0)), 6) == ["s0-a"] * 6


async def test_a_bot_that_opened_all_it_may_leaves_the_rest_to_the_next() -> None:
    lobby = FakeLobby()
    placement = Placement(("3",), 1)

    lobby.most = 2
    assert await placement.table_for("one", lobby)
    lobby.most = 4
    assert await placement.table_for("two", lobby)

    assert len(lobby.opened) == 3


async def test_bots_spread_evenly() -> None:
    lobby = FakeLobby(("s0-a", 6, 0), ("s0-b", 6, 0))

    tables = await placed(Placement((), 1), lobby, 6)

    assert sorted(tables) == ["s0-a"] * 3 + ["s0-b"] * 3


async def test_a_seat_is_left_to_people() -> None:
    lobby = FakeLobby(("s0-a", 6, 0))
    placement = Placement((), 1)

    await placed(placement, lobby, 5)

    with pytest.raises(NoSeat):
        await placement.table_for("one more", lobby)


async def test_no_seat_is_left_where_none_is_wanted() -> None:
    assert await placed(Placement((), 0), FakeLobby(("s0-a", 6, 0)), 6) == ["s0-a"] * 6


async def test_people_at_a_table_count() -> None:
    lobby = FakeLobby(("s0-a", 6, 4), ("s0-b", 6, 0))

    assert (await placed(Placement((), 1), lobby, 4)).count("s0-b") == 4


async def test_where_there_is_no_table_the_bots_open_one_and_share_it() -> None:
    lobby = FakeLobby()

    assert await placed(Placement((), 1), lobby, 3) == ["s0-opened1"] * 3
    assert [config.seats for config in lobby.opened] == [9]


async def test_missing_tables_are_opened_up_to_the_number_wanted() -> None:
    lobby = FakeLobby(("s0-a", 9, 0))

    tables = await placed(Placement(("3",), 1), lobby, 6)

    assert sorted(tables) == ["s0-a"] * 2 + ["s0-opened1"] * 2 + ["s0-opened2"] * 2


async def test_named_tables_are_the_only_ones_taken() -> None:
    lobby = FakeLobby(("s0-a", 9, 0), ("s0-b", 9, 0))

    assert await placed(Placement(("s0-b",), 1), lobby, 4) == ["s0-b"] * 4


async def test_a_bot_stays_where_it_is_until_it_leaves() -> None:
    lobby = FakeLobby(("s0-a", 9, 0), ("s0-b", 9, 0))
    placement = Placement((), 1)
    placement.sits_at("bot", "s0-b")

    assert await placement.table_for("bot", lobby) == "s0-b"

    placement.left("bot")
    assert await placement.table_for("bot", lobby) == "s0-a"


async def test_a_table_that_was_named_is_found_under_the_id_to_which_it_rolled() -> None:
    lobby = FakeLobby(("s0-a-3", 6, 0), ("s0-b", 6, 0))

    assert await placed(Placement(("s0-a",), 1), lobby, 2) == ["s0-a-3"] * 2
