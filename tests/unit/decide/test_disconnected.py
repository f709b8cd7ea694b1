"""Who loses the connection keeps the seat, with extra time once a hand and so much an hour (R8.5)."""

from msgspec.structs import replace

from riverrun.contracts.table_commands import Disconnected, Reconnected, SitDown, StandUp
from riverrun.contracts.table_events import ExtraTimeGranted, PlayerDisconnected, PlayerSatOut
from riverrun.contracts.time_options import DisconnectAllowance, TimeBank
from riverrun.holdem.redact import PUBLIC
from riverrun.holdem.view import view_of
from tests.support.seated_table import SMALL, SeatedTable, seated_table

NO_BANK = replace(
    SMALL,
    time_bank=TimeBank(start_ms=0, gain_ms=0),
    disconnect=DisconnectAllowance(extra_ms=30_000, per_hour_ms=70_000),
)


async def two() -> SeatedTable:
    return await seated_table("ann", "bob", config=NO_BANK)


async def test_everybody_sees_who_is_disconnected_and_that_he_is_back() -> None:
    table = await two()

    assert not (await table.ask("ann", Disconnected())).code
    assert [seat.disconnected for seat in view_of(table.hosted.table, PUBLIC).seats] == [True, False]

    assert not (await table.ask("ann", Reconnected())).code
    assert not any(seat.disconnected for seat in view_of(table.hosted.table, PUBLIC).seats)


async def test_what_is_known_already_is_written_once() -> None:
    table = await two()
    before = len(table.log.commits)

    assert not (await table.ask("ann", Reconnected())).code
    assert len(table.log.commits) == before
    for _ in range(3):
        assert not (await table.ask("ann", Disconnected())).code

    seat = table.seat_of("ann").seat
    assert table.events_since(before) == [PlayerDisconnected(seat, "ann")]


async def test_a_disconnected_player_gets_extra_time_when_his_time_ends() -> None:
    table = await two()
    turn, player = table.turn, table.to_act
    await table.ask(player, Disconnected())

    await table.passes(10_000)

    assert table.turn.turn == turn.turn
    assert table.turn.deadline_ms == turn.deadline_ms + 30_000


async def test_a_connected_player_gets_none() -> None:
    table = await two()
    before = len(table.log.commits)

    await table.passes(10_000)

    assert not [one for one in table.events_since(before) if isinstance(one, ExtraTimeGranted)]


async def test_it_is_given_once_a_hand() -> None:
    table = await two()
    player = table.to_act
    await table.ask(player, Disconnected())
    await table.passes(10_000)
    before = len(table.log.commits)

    await table.passes(30_000)

    assert [one for one in table.events_since(before) if getattr(one, "cause", "") == "clock"]
    assert not [one for one in table.events_since(before) if isinstance(one, ExtraTimeGranted)]


async def test_it_is_capped_for_an_hour_and_then_there_is_some_again() -> None:
    table = await seated_table(
        "ann", "bob", config=replace(NO_BANK, clocks=replace(NO_BANK.clocks, time_outs_to_sit_out=100))
    )
    await table.ask("ann", Disconnected())

    def given() -> list[int]:
        found = [one for one in table.events_since(0) if isinstance(one, ExtraTimeGranted)]
        return [one.used_ms for one in found]

    async def time_out(hands: int) -> None:
        until = table.hosted.table.hand_number + hands
        while table.hosted.table.hand_number < until:
            await (table.passes(10_000) if table.to_act == "ann" else table.acts("fold"))
            await table.settle()

    await time_out(hands=12)
    assert given() == [30_000, 60_000, 70_000], "and no more within the hour"

    await table.passes(3_600_000)
    await time_out(hands=3)
    assert given()[3:4] == [30_000]


async def test_the_bank_runs_out_first_or_later_and_extra_time_comes_all_the_same() -> None:
    table = await seated_table("ann", "bob", config=replace(NO_BANK, time_bank=TimeBank(start_ms=20_000)))
    player, began = table.to_act, table.turn.turn
    await table.passes(10_000)
    assert table.turn.time_bank_ms == 20_000

    await table.ask(player, Disconnected())
    await table.passes(20_000)

    assert table.turn.turn == began
    assert table.turn.deadline_ms == table.clock.ms + 30_000
    assert table.seat_of(player).time_bank_ms == 0


async def test_leaving_and_coming_back_brings_no_new_allowance() -> None:
    table = await two()
    player = table.to_act
    await table.ask(player, Disconnected())
    await table.passes(10_000)
    await table.ask(player, StandUp())
    await table.settle()
    await table.ask(player, SitDown(500))

    assert table.seat_of(player).extra_time.used_ms == 30_000
    assert not table.seat_of(player).disconnected


async def test_it_survives_the_death_of_the_host() -> None:
    table = await two()
    player = table.to_act
    await table.ask(player, Disconnected())
    await table.passes(10_000)
    deadline_ms = table.turn.deadline_ms

    table.restart()
    await table.settle()

    assert table.turn.deadline_ms == deadline_ms
    assert table.seat_of(player).disconnected


async def test_who_is_sat_out_while_disconnected_is_said_to_be_so() -> None:
    table = await two()
    player = table.to_act
    await table.ask(player, Disconnected())
    for _ in range(400):
        await (table.passes(1_000) if table.to_act == player else table.acts())
        await table.settle()
        if table.seat_of(player).standing == "sitting_out":
            break

    sat_out = [one for one in table.events_since(0) if isinstance(one, PlayerSatOut)]
    assert [one.reason for one in sat_out] == ["disconnected"]
