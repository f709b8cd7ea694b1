"""The public client's life across connections, before a scripted server."""

import asyncio
from typing import Any

import pytest

from riverrun.client import NotYourTurn, Refused, RiverrunClient, Update
from tests.support.patience import LONG_S
from tests.support.waiting import waiting_for
from tests.unit.client.fake_gateway import TABLE, Talk, fake_gateway

CHECKED = {"type": "hand.checked", "seat": 1, "cause": "player"}


async def next_update(updates: Any) -> Update:
    async with asyncio.timeout(LONG_S):
        update = await anext(updates)
        assert isinstance(update, Update)
        return update


async def test_a_watched_table_shows_the_snapshot_and_folds_events() -> None:
    async def script(talk: Talk) -> None:
        await talk.watched()
        await talk.tell(2, CHECKED)
        await talk.until_closed()

    async with fake_gateway(script) as url, RiverrunClient(url, "a token") as client:
        table = await client.watch(TABLE)
        updates = aiter(table)

        first, second = await next_update(updates), await next_update(updates)

        assert (first.kind, second.kind) == ("snapshot", "events")
        assert first.view.hand is not None
        assert first.view.hand.turn is not None
        assert second.view.hand is not None
        assert second.view.hand.turn is None
        assert client.player == "g-ann"


async def test_a_lost_connection_is_made_anew_and_the_table_resumed_where_it_was() -> None:
    async def first(talk: Talk) -> None:
        await talk.watched()
        await talk.tell(2, CHECKED)

    async def second(talk: Talk) -> None:
        await talk.welcome()
        resume = await talk.heard("resume")
        place = {name: resume[name] for name in ("table", "channel", "feed", "version")}
        assert place == {"table": TABLE, "channel": "player", "feed": "f1", "version": 2}
        await talk.ack(resume)
        await talk.tell(3)
        await talk.until_closed()

    async with fake_gateway(first, second) as url, RiverrunClient(url, "a token") as client:
        table = await client.watch(TABLE)
        updates = aiter(table)

        kinds = [(await next_update(updates)).kind for _ in range(4)]

        assert kinds == ["snapshot", "events", "reconnecting", "events"]
        assert table.version == 3


async def test_a_table_that_rolls_goes_on_in_the_same_hands_under_its_next_id() -> None:
    following, resumed = f"{TABLE}-2", asyncio.Event()

    async def first(talk: Talk) -> None:
        await talk.watched()
        await talk.say("moved", table=TABLE, to=following)
        await talk.show(5, "f2", following)
        act = await talk.heard("act")
        assert act["table"] == following
        await talk.ack(act, {})

    async def second(talk: Talk) -> None:
        await talk.welcome()
        resume = await talk.heard("resume")
        assert (resume["table"], resume["feed"], resume["version"]) == (following, "f2", 5)
        await talk.ack(resume)
        resumed.set()
        await talk.until_closed()

    async with fake_gateway(first, second) as url, RiverrunClient(url, "a token") as client:
        table = await client.watch(TABLE)
        updates = aiter(table)
        shown = [await next_update(updates) for _ in range(2)]
        await table.check()
        reconnecting = await next_update(updates)

        assert [one.kind for one in shown] == ["snapshot", "snapshot"]
        assert [one.view.table for one in shown] == [TABLE, following]
        assert table.table == following
        assert reconnecting.kind == "reconnecting"
        async with waiting_for("the table resumed"):
            await resumed.wait()


async def test_a_command_without_an_answer_is_sent_again_under_the_same_id() -> None:
    ids = []

    async def first(talk: Talk) -> None:
        await talk.watched()
        ids.append((await talk.heard("act"))["id"])

    async def second(talk: Talk) -> None:
        await talk.welcome()
        await talk.ack(await talk.heard("resume"))
        again = await talk.heard("act")
        ids.append(again["id"])
        await talk.ack(again, {})
        await talk.until_closed()

    async with fake_gateway(first, second) as url, RiverrunClient(url, "a token") as client:
        table = await client.watch(TABLE)

        await table.check()

    assert ids[0] == ids[1]


async def test_a_table_that_is_away_is_asked_again_under_the_same_id() -> None:
    ids = []

    async def script(talk: Talk) -> None:
        await talk.watched()
        asked = await talk.heard("act")
        await talk.refuse(asked, "table_unavailable", retry_ms=10)
        again = await talk.heard("act")
        ids.extend([asked["id"], again["id"]])
        await talk.ack(again, {})
        await talk.until_closed()

    async with fake_gateway(script) as url, RiverrunClient(url, "a token") as client:
        table = await client.watch(TABLE)
        await table.check()

    assert ids[0] == ids[1]


async def test_a_refusal_is_raised_with_its_numbers_and_the_turn_stays_open() -> None:
    async def script(talk: Talk) -> None:
        await talk.watched()
        await talk.refuse(await talk.heard("act"), "below_min", min_raise_to=10)
        await talk.until_closed()

    async with fake_gateway(script) as url, RiverrunClient(url, "a token") as client:
        table = await client.watch(TABLE)

        with pytest.raises(Refused) as refused:
            await table.raise_to(5)

        assert (refused.value.code, refused.value.details) == ("below_min", {"min_raise_to": 10})
        assert table.my_turn is not None


async def test_a_turn_that_was_answered_is_not_offered_again_before_its_events_come() -> None:
    async def script(talk: Talk) -> None:
        await talk.watched()
        await talk.ack(await talk.heard("act"), {})
        await talk.until_closed()

    async with fake_gateway(script) as url, RiverrunClient(url, "a token") as client:
        table = await client.watch(TABLE)
        await table.check()

        assert table.my_turn is None
        with pytest.raises(NotYourTurn):
            await table.check()


async def test_a_gap_is_closed_by_resuming() -> None:
    async def script(talk: Talk) -> None:
        await talk.watched()
        await talk.tell(3, CHECKED)
        resume = await talk.heard("resume")
        assert resume["version"] == 1
        await talk.tell(4)
        await talk.ack(resume)
        await talk.show(version=4)
        await talk.until_closed()

    async with fake_gateway(script) as url, RiverrunClient(url, "a token") as client:
        table = await client.watch(TABLE)
        updates = aiter(table)

        kinds = [(await next_update(updates)).kind for _ in range(2)]

        assert kinds == ["snapshot", "snapshot"]
        assert table.version == 4


async def test_an_unknown_table_cannot_be_watched_but_others_can() -> None:
    async def script(talk: Talk) -> None:
        await talk.welcome()
        await talk.refuse(await talk.heard("watch"), "unknown_table")
        await talk.ack(await talk.heard("watch"))
        await talk.show()
        await talk.until_closed()

    async with fake_gateway(script) as url, RiverrunClient(url, "a token") as client:
        with pytest.raises(Refused):
            await client.watch(TABLE)

        assert (await client.watch(TABLE)).version == 1


async def test_a_token_that_proves_nobody_ends_everything() -> None:
    async def script(talk: Talk) -> None:
        await talk.refuse(await talk.heard("hello"), "not_authenticated", reason="expired")

    async with fake_gateway(script) as url, RiverrunClient(url, "an old token") as client:
        with pytest.raises(Refused) as refused:
            await client.watch(TABLE)

        assert refused.value.code == "not_authenticated"


async def test_messages_of_a_later_release_are_passed_over() -> None:
    async def script(talk: Talk) -> None:
        await talk.watched()
        await talk.say("confetti", table=TABLE)
        await talk.tell(2, {"type": "hand.rabbit_shown", "cards": "Ah"})
        await talk.until_closed()

    async with fake_gateway(script) as url, RiverrunClient(url, "a token") as client:
        table = await client.watch(TABLE)
        updates = aiter(table)

        assert [(await next_update(updates)).kind for _ in range(2)] == ["snapshot", "events"]


async def test_whoever_reads_too_slowly_is_told_how_much_was_skipped() -> None:
    many = 1_500

    async def script(talk: Talk) -> None:
        await talk.watched()
        for version in range(2, many + 2):
            await talk.tell(version)
        await talk.until_closed()

    async with fake_gateway(script) as url, RiverrunClient(url, "a token") as client:
        table = await client.watch(TABLE)
        async with asyncio.timeout(LONG_S):
            while table.version < many + 1:  # noqa: ASYNC110  nothing else may read the updates
                await asyncio.sleep(0.01)

        update = await next_update(aiter(table))

        assert update.skipped == many + 1 - 1_024
        assert update.view == table.view
