"""What a watcher is sent: a snapshot, then every message after it, whatever happens in between."""

from collections.abc import AsyncIterator

import aiohttp
import msgspec
import pytest_asyncio

from riverrun.contracts.views import TableView
from tests.support.fake_table_host import FakeTableHost
from tests.support.gateway import Door, RunningGateway
from tests.support.nats_server import NatsServers

TABLE_ID = "s0-watched1"


@pytest_asyncio.fixture
async def ann(gateway: RunningGateway) -> AsyncIterator[Door]:
    async with aiohttp.ClientSession() as http:
        door = Door(http, gateway.url)
        await door.enter("Ann")
        yield door
        await door.close()


async def test_a_watcher_gets_a_snapshot_and_every_message_after_it(host: FakeTableHost, ann: Door) -> None:
    await host.publish({"type": "hand.checked", "seat": 1})

    await ann.send("watch", table=TABLE_ID)
    ack, snapshot = await ann.next(), await ann.next()
    await host.publish({"type": "hand.checked", "seat": 2})
    events = await ann.next()

    assert ack == {"type": "ack", "id": "m1", "result": None}
    assert snapshot == {
        "type": "snapshot",
        "table": TABLE_ID,
        "feed": "f1",
        "version": 1,
        "channel": "public",
        "now_ms": 1_700_000_000_000,
        "view": msgspec.json.decode(msgspec.json.encode(TableView(TABLE_ID, {}, 0, ()))),
    }
    assert events == {
        "type": "events",
        "table": TABLE_ID,
        "feed": "f1",
        "version": 2,
        "at_ms": 1_700_000_000_000,
        "events": [{"type": "hand.checked", "seat": 2}],
    }


async def test_a_gap_is_filled_before_the_watcher_sees_it(host: FakeTableHost, ann: Door) -> None:
    await host.publish({"type": "a"})
    await ann.ask("watch", table=TABLE_ID)
    assert (await ann.next())["type"] == "snapshot"

    await host.publish({"type": "b"}, unheard=True)
    await host.publish({"type": "c"})

    assert [(await ann.next())["version"] for _ in range(2)] == [2, 3]


async def test_another_feed_means_a_fresh_snapshot(host: FakeTableHost, ann: Door) -> None:
    await ann.ask("watch", table=TABLE_ID)
    assert (await ann.next())["feed"] == "f1"

    await host.stop()
    await host.restart("f2")
    await host.publish({"type": "a"})

    snapshot = await ann.next()
    assert (snapshot["type"], snapshot["feed"], snapshot["version"]) == ("snapshot", "f2", 1)


async def test_who_sits_down_gets_a_feed_of_his_own(host: FakeTableHost, ann: Door) -> None:
    await ann.ask("watch", table=TABLE_ID)
    assert (await ann.next())["channel"] == "public"

    host.seated.add(ann.player)
    await host.publish({"type": "table.player_sat_down"}, seating=f"someone,{ann.player}")
    events, snapshot = await ann.next(), await ann.next()
    await host.publish({"type": "public only"})
    await host.publish({"type": "hers"}, to=ann.player)
    own = await ann.next()

    assert events["type"] == "events"
    assert snapshot["channel"] == "player"
    assert own["events"] == [{"type": "hers"}]


async def test_who_stands_up_is_back_in_the_public_feed(host: FakeTableHost, ann: Door) -> None:
    host.seated.add(ann.player)
    await ann.ask("watch", table=TABLE_ID)
    assert (await ann.next())["channel"] == "player"

    host.seated.clear()
    await host.publish({"type": "table.player_stood_up"}, to=ann.player, seating=ann.player)
    events, snapshot = await ann.next(), await ann.next()

    assert events["events"] == [{"type": "table.player_stood_up"}]
    assert snapshot["channel"] == "public"


async def test_resuming_brings_what_was_missed(host: FakeTableHost, ann: Door) -> None:
    for name in "abc":
        await host.publish({"type": name})

    answer = await ann.ask("resume", table=TABLE_ID, channel="public", feed="f1", version=1)

    assert answer["type"] == "ack"
    assert [(await ann.next())["events"][0]["type"] for _ in range(2)] == ["b", "c"]


async def test_resuming_a_feed_that_is_gone_brings_a_snapshot(host: FakeTableHost, ann: Door) -> None:
    await host.publish({"type": "a"})

    await ann.ask("resume", table=TABLE_ID, channel="public", feed="older", version=7)

    assert (await ann.next())["type"] == "snapshot"


async def test_resuming_the_public_feed_after_taking_a_seat_brings_a_snapshot(
    host: FakeTableHost, ann: Door
) -> None:
    host.seated.add(ann.player)
    for name in "abc":
        await host.publish({"type": name}, to=ann.player)

    await ann.ask("resume", table=TABLE_ID, channel="public", feed="f1", version=1)

    snapshot = await ann.next()
    assert (snapshot["type"], snapshot["channel"], snapshot["version"]) == ("snapshot", "player", 3)


async def test_a_table_that_dies_in_silence_is_missed_and_found_again(host: FakeTableHost, ann: Door) -> None:
    await ann.ask("watch", table=TABLE_ID)
    assert (await ann.next())["type"] == "snapshot"

    await host.stop()
    missed = await ann.next()
    await host.restart("f2")
    found = await ann.next()

    assert missed == {"type": "reconnecting", "table": TABLE_ID}
    assert (found["type"], found["feed"]) == ("snapshot", "f2")


async def test_what_was_lost_before_a_silence_is_found(host: FakeTableHost, ann: Door) -> None:
    await host.publish({"type": "a"})
    await ann.ask("watch", table=TABLE_ID)
    assert (await ann.next())["type"] == "snapshot"

    await host.publish({"type": "b"}, unheard=True)
    found = await ann.next()

    assert (found["type"], found["version"]) == ("events", 2)


async def test_a_table_that_is_gone_for_good_is_told_and_watched_no_more(
    host: FakeTableHost, ann: Door
) -> None:
    await ann.ask("watch", table=TABLE_ID)
    assert (await ann.next())["type"] == "snapshot"

    host.gone = True
    await host.publish({"type": "a"}, unheard=True)
    await host.publish({"type": "b"})
    error = await ann.next()

    assert (error["id"], error["code"], error["details"]) == (None, "unknown_table", {"table": TABLE_ID})
    assert (await ann.ask("watch", table=TABLE_ID))["code"] == "unknown_table"


async def test_watching_again_brings_a_fresh_snapshot(host: FakeTableHost, ann: Door) -> None:
    for _ in range(2):
        await ann.ask("watch", table=TABLE_ID)
        assert (await ann.next())["type"] == "snapshot"
    await host.publish({"type": "a"})

    assert (await ann.next())["version"] == 1


async def test_watching_again_while_the_table_is_away_does_not_end_the_first_watch(
    host: FakeTableHost, ann: Door
) -> None:
    await ann.ask("watch", table=TABLE_ID)
    assert (await ann.next())["type"] == "snapshot"

    await host.stop()
    again = await ann.ask("watch", table=TABLE_ID)
    await host.restart("f2")

    assert again["code"] == "table_unavailable"
    assert (await ann.next_of("snapshot"))["feed"] == "f2"


async def test_everyone_who_watches_hears_the_same(
    gateway: RunningGateway, host: FakeTableHost, ann: Door
) -> None:
    async with aiohttp.ClientSession() as http:
        others = [Door(http, gateway.url) for _ in range(20)]
        for other in others:
            await other.enter()
        doors = [ann, *others]
        for door in doors:
            await door.ask("watch", table=TABLE_ID)
            await door.next_of("snapshot")

        for _ in range(50):
            await host.publish({"type": "a"})

        for door in doors:
            assert [(await door.next())["version"] for _ in range(50)] == list(range(1, 51))


async def test_nobody_is_sent_what_is_meant_for_another(
    gateway: RunningGateway, host: FakeTableHost, ann: Door
) -> None:
    async with aiohttp.ClientSession() as http:
        bob, onlooker = Door(http, gateway.url), Door(http, gateway.url)
        await bob.enter("Bob")
        await onlooker.enter("Onlooker")
        host.seated |= {ann.player, bob.player}
        for door in (ann, bob, onlooker):
            await door.ask("watch", table=TABLE_ID)
            await door.next_of("snapshot")

        await host.publish({"cards": "AhAd"}, to=ann.player)
        await host.publish({"cards": "KhKd"}, to=bob.player)
        await host.publish({"cards": ""})

        for door, cards in ((ann, "AhAd"), (bob, "KhKd"), (onlooker, "")):
            assert (await door.next())["events"] == [{"cards": cards}]
            ping = await door.send("ping")
            assert (await door.next())["id"] == ping


async def test_a_fifth_table_is_refused(host: FakeTableHost, ann: Door, one_server: NatsServers) -> None:
    tables = [f"s0-many{number}" for number in range(5)]
    for table in tables:
        await FakeTableHost(host.client, table).start()

    answers = [await ann.ask("watch", table=table) for table in tables]
    await ann.ask("unwatch", table=tables[0])
    again = await ann.ask("watch", table=tables[4])

    assert [answer["type"] for answer in answers] == ["ack"] * 4 + ["error"]
    assert answers[4]["code"] == "too_many_tables"
    assert again["type"] == "ack"


async def test_nothing_is_sent_after_unwatching(host: FakeTableHost, ann: Door) -> None:
    await ann.ask("watch", table=TABLE_ID)
    await ann.next_of("snapshot")

    await ann.ask("unwatch", table=TABLE_ID)
    await host.publish({"type": "unseen"})

    ping = await ann.send("ping")
    assert (await ann.next())["id"] == ping
