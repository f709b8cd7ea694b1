"""The time bank: starts by itself or on request, keeps what is left, grows with hands dealt (R8.1)."""

from msgspec.structs import replace

from riverrun.contracts.table_commands import Call, Check, Fold, SitDown, StandUp, UseTimeBank
from riverrun.contracts.table_config import Clocks, TableConfig
from riverrun.contracts.table_events import PlayerFolded, TimeBankFilled, TimeBankStopped
from riverrun.contracts.time_options import TimeBank
from riverrun.holdem.state import Betting, HandPlayer, Seat, Turn, seat_of
from services.table.codec import codec
from services.table.decide import operating
from services.table.decide.facts import Facts
from tests.support.live_table import LiveTable

CLOCKS = Clocks(decision_ms=10_000, flop_ms=15_000, between_hands_ms=0)
CONFIG = TableConfig(seats=4, small_blind=5, big_blind=10, min_buy_in=100, max_buy_in=1_000, clocks=CLOCKS)


async def table_with(config: TableConfig = CONFIG) -> LiveTable:
    """Two players and a hand in progress."""
    live = LiveTable(config)
    await live.open()
    for name in ("ann", "bob"):
        await live.ask(name, SitDown(500))
    await live.settle()
    return live


def turn_of(live: LiveTable) -> Turn:
    hand = live.hosted.table.hand
    assert hand is not None
    assert isinstance(hand.phase, Betting)
    assert hand.phase.turn is not None
    return hand.phase.turn


def to_act(live: LiveTable) -> HandPlayer:
    hand = live.hosted.table.hand
    assert hand is not None
    return hand.players[turn_of(live).at]


def seat(live: LiveTable, player: str) -> Seat:
    found = seat_of(live.hosted.table, player)
    assert found is not None
    return found


async def time_passes(live: LiveTable, ms: int) -> None:
    live.clock.ms += ms
    await live.settle()


async def acts(live: LiveTable) -> None:
    """Whoever is asked checks or calls."""
    turn, player, hand = turn_of(live), to_act(live).player, live.hosted.table.hand_number
    await live.ask(player, Call(hand, turn.turn) if turn.call_amount else Check(hand, turn.turn))


async def everyone_folds(live: LiveTable) -> None:
    """To the next hand."""
    before = live.hosted.table.hand_number
    while live.hosted.table.hand_number == before:
        hand = live.hosted.table.hand
        if hand is not None and isinstance(hand.phase, Betting):
            await live.ask(to_act(live).player, Fold(before, turn_of(live).turn))
        await live.settle()


# -- running


async def test_who_sits_down_begins_with_the_first_filling() -> None:
    live = await table_with()

    assert {one.time_bank_ms for one in live.hosted.table.seats} == {30_000}


async def test_the_bank_starts_by_itself_when_the_normal_time_ends() -> None:
    live = await table_with()
    turn = turn_of(live)

    await time_passes(live, 10_000)

    assert turn_of(live).turn == turn.turn, "nobody has acted"
    assert turn_of(live).deadline_ms == turn.deadline_ms + 30_000
    assert turn_of(live).time_bank_ms == 30_000


async def test_what_is_left_after_an_answer_stays_for_the_next_time() -> None:
    live = await table_with()
    player = to_act(live).player
    await time_passes(live, 10_000)
    await time_passes(live, 12_345)

    await acts(live)

    assert seat(live, player).time_bank_ms == 30_000 - 12_345


async def test_an_answer_within_the_normal_time_costs_nothing() -> None:
    live = await table_with()
    player = to_act(live).player
    await time_passes(live, 9_999)

    await acts(live)

    assert seat(live, player).time_bank_ms == 30_000


async def test_when_the_bank_is_empty_the_clock_decides() -> None:
    live = await table_with()
    player = to_act(live)
    await time_passes(live, 10_000)
    written = len(live.log.commits)

    await time_passes(live, 30_000)

    events = codec.decode_all(live.log.commits[written])
    assert events[:2] == (TimeBankStopped(player.seat, 0), PlayerFolded(player.seat, "clock"))
    assert seat(live, player.player).time_bank_ms == 0


async def test_who_has_nothing_left_is_timed_out_at_the_normal_time() -> None:
    live = await table_with(replace(CONFIG, time_bank=TimeBank(start_ms=0, gain_ms=0)))
    player = to_act(live)
    written = len(live.log.commits)

    await time_passes(live, 10_000)

    assert codec.decode_all(live.log.commits[written])[0] == PlayerFolded(player.seat, "clock")


# -- on request


async def test_on_request_the_bank_joins_the_normal_time() -> None:
    live = await table_with()
    turn, player = turn_of(live), to_act(live).player

    reply = await live.ask(player, UseTimeBank(1, turn.turn))

    assert not reply.code
    assert turn_of(live).deadline_ms == turn.deadline_ms + 30_000
    await acts(live)
    assert seat(live, player).time_bank_ms == 30_000, "the normal time comes first"


async def test_it_cannot_be_started_twice_nor_by_another_nor_for_another_turn() -> None:
    live = await table_with()
    turn, player = turn_of(live), to_act(live).player
    other = next(one.player for one in live.hosted.table.seats if one.player != player)

    assert (await live.ask(other, UseTimeBank(1, turn.turn))).code == "not_your_turn"
    assert (await live.ask(player, UseTimeBank(1, turn.turn + 1))).code == "stale_turn"
    assert not (await live.ask(player, UseTimeBank(1, turn.turn))).code
    assert (await live.ask(player, UseTimeBank(1, turn.turn))).code == "no_time_bank"


# -- growing


async def test_every_tenth_hand_dealt_adds_five_seconds_up_to_the_cap() -> None:
    live = await table_with(replace(CONFIG, time_bank=TimeBank(start_ms=52_000)))
    for _ in range(9):
        await everyone_folds(live)
    assert {one.time_bank_ms for one in live.hosted.table.seats} == {52_000}

    await everyone_folds(live)
    assert {one.time_bank_ms for one in live.hosted.table.seats} == {57_000}

    for _ in range(10):
        await everyone_folds(live)
    assert {one.time_bank_ms for one in live.hosted.table.seats} == {60_000}, "excess is lost"

    written = len(live.log.commits)
    for _ in range(10):
        await everyone_folds(live)
    events = [event for commit in live.log.commits[written:] for event in codec.decode_all(commit)]
    assert not [event for event in events if isinstance(event, TimeBankFilled)]


async def test_leaving_and_coming_back_refills_nothing() -> None:
    live = await table_with()
    player = to_act(live).player
    await time_passes(live, 10_000)
    await time_passes(live, 20_000)
    await live.ask(player, StandUp())
    await live.settle()
    dealt = live.hosted.table.departed[0].hands_dealt
    assert seat_of(live.hosted.table, player) is None

    await live.ask(player, SitDown(500))

    assert seat(live, player).time_bank_ms == 10_000
    assert seat(live, player).hands_dealt == dealt == 1


# -- crashes and outages


async def test_a_running_bank_survives_the_death_of_its_host() -> None:
    live = await table_with()
    player = to_act(live).player
    await time_passes(live, 10_000)
    await time_passes(live, 4_000)

    live.restart()
    await time_passes(live, 6_000)
    await acts(live)

    assert seat(live, player).time_bank_ms == 20_000


async def test_an_outage_costs_no_time_of_the_bank() -> None:
    live = await table_with()
    player = to_act(live).player
    await time_passes(live, 10_000)
    live.clock.ms += 8_000
    draft = operating.take_over(live.hosted.table, "other", 7_000, Facts(live.clock.ms))
    hand = draft.hand
    assert isinstance(hand.phase, Betting)
    assert hand.phase.turn is not None

    assert hand.phase.turn.deadline_ms == live.clock.ms + 30_000 - 1_000
    assert hand.players[hand.phase.turn.at].player == player


# -- the street's own time


async def test_a_street_can_have_a_time_of_its_own() -> None:
    live = await table_with()
    assert turn_of(live).deadline_ms == live.clock.ms + 10_000

    while live.hosted.table.hand is not None and live.hosted.table.hand.street == "preflop":
        await acts(live)

    assert turn_of(live).deadline_ms == live.clock.ms + 15_000
