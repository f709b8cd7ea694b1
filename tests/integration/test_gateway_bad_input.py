"""Whatever a client sends, it gets the documented error, and the table goes on."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import msgspec
import pytest
import pytest_asyncio

from riverrun.contracts.table_commands import Reply
from tests.support.fake_table_host import FakeTableHost
from tests.support.gateway import Door, RunningGateway

TABLE_ID = "s0-badinput"
ACT = {"table": TABLE_ID, "hand": 1, "turn": 1}


@pytest_asyncio.fixture
async def ann(gateway: RunningGateway, host: FakeTableHost) -> AsyncIterator[Door]:
    async with aiohttp.ClientSession() as http:
        door = Door(http, gateway.url)
        await door.enter("Ann")
        yield door
        await door.close()


@pytest.mark.parametrize(
    "text", ["", "{", "nonsense", '{"id":"1","type":"ping"', '{"id":"\\ud800"}', "[" * 3_000]
)
async def test_what_is_no_json_is_refused_without_an_id(ann: Door, text: str) -> None:
    await ann.send_text(text)

    error = await ann.next()
    assert (error["type"], error["id"], error["code"]) == ("error", None, "bad_json")
    assert (await ann.ask("ping"))["type"] == "ack"


async def test_a_binary_frame_is_refused(ann: Door) -> None:
    await ann.socket.send_bytes(b'{"id":"1","type":"ping"}')

    assert (await ann.next())["code"] == "bad_json"


@pytest.mark.parametrize("text", ["[]", "7", '"fold"', "null"])
async def test_json_that_is_no_object_is_refused(ann: Door, text: str) -> None:
    await ann.send_text(text)

    error = await ann.next()
    assert (error["id"], error["code"]) == (None, "bad_message")


async def test_an_unknown_type_is_named(ann: Door) -> None:
    error = await ann.ask("cheat", table=TABLE_ID)

    assert (error["code"], error["details"]) == ("unknown_type", {"type": "cheat"})


@pytest.mark.parametrize(
    ("message", "field"),
    [
        ({"type": "act", **ACT}, "do"),
        ({"type": "act", **ACT, "do": "steal"}, "do"),
        ({"type": "act", **ACT, "do": "fold", "to": 100}, "to"),
        ({"type": "act", **ACT, "do": "raise"}, "to"),
        ({"type": "act", **ACT, "do": "raise", "to": -100}, "to"),
        ({"type": "act", **ACT, "do": "raise", "to": 0}, "to"),
        ({"type": "act", **ACT, "do": "raise", "to": 100.5}, "to"),
        ({"type": "act", **ACT, "do": "raise", "to": 100.0}, "to"),
        ({"type": "act", **ACT, "do": "raise", "to": "100"}, "to"),
        ({"type": "act", **ACT, "do": "raise", "to": 10**15 + 1}, "to"),
        ({"type": "act", **ACT, "do": "raise", "to": 10**40}, "to"),
        ({"type": "act", **ACT, "do": "raise", "to": True}, "to"),
        ({"type": "act", **ACT, "do": "fold", "turn": -1}, "turn"),
        ({"type": "act", **ACT, "do": "fold", "turn": None}, "turn"),
        ({"type": "act", **ACT, "do": "fold", "seat": 2}, "seat"),
        ({"type": "sit_down", "table": TABLE_ID}, "buy_in"),
        ({"type": "sit_down", "table": TABLE_ID, "buy_in": -1}, "buy_in"),
        ({"type": "sit_down", "table": TABLE_ID, "buy_in": 1e3}, "buy_in"),
        ({"type": "sit_down", "table": TABLE_ID, "buy_in": 100, "seat": 0}, "seat"),
        ({"type": "sit_down", "table": TABLE_ID, "buy_in": 100, "player": "g-other"}, "player"),
        ({"type": "top_up", "table": TABLE_ID, "amount": 0}, "amount"),
        ({"type": "watch", "table": 7}, "table"),
        ({"type": "watch", "table": "x" * 65}, "table"),
        ({"type": "resume", "table": TABLE_ID, "channel": "both", "feed": "", "version": 1}, "channel"),
        ({"type": "show", "table": TABLE_ID, "hand": 1, "which": 2}, "which"),
        ({"type": "hello", "protocol": [1], "token": ""}, "type"),
    ],
)
async def test_a_wrong_field_is_named_and_nothing_reaches_the_table(
    ann: Door, host: FakeTableHost, message: dict[str, Any], field: str
) -> None:
    error = await ann.ask(**{"type_": message["type"], **{k: v for k, v in message.items() if k != "type"}})

    assert (error["code"], error["details"]) == ("bad_message", {"field": field})
    assert host.asked == []


@pytest.mark.parametrize("id_", [7, "", "a b", "x" * 65, "a.b", None])
async def test_an_id_that_cannot_be_one_is_refused(ann: Door, id_: object) -> None:
    await ann.send_text(msgspec.json.encode({"id": id_, "type": "ping"}).decode())

    error = await ann.next()
    assert (error["id"], error["code"], error["details"]) == (None, "bad_message", {"field": "id"})


@pytest.mark.parametrize("table", ["", "nowhere", "s9-elsewhere", "s0-x.y", "s0->", "views.>", "s0-../x"])
async def test_a_table_that_cannot_exist_is_unknown(ann: Door, table: str) -> None:
    assert (await ann.ask("watch", table=table))["code"] == "unknown_table"
    assert (await ann.ask("sit_down", table=table, buy_in=100))["code"] == "unknown_table"


async def test_a_tables_refusal_passes_through_with_its_numbers(ann: Door, host: FakeTableHost) -> None:
    host.answer = lambda _: Reply("below_min", "less than the minimum", {"min_raise_to": 400})

    error = await ann.ask("act", **ACT, do="raise", to=300)

    assert error == {
        "type": "error",
        "id": "m1",
        "code": "below_min",
        "message": "less than the minimum",
        "details": {"min_raise_to": 400},
    }


async def test_nobody_can_act_in_anothers_name(ann: Door, host: FakeTableHost) -> None:
    await ann.ask("act", **ACT, do="fold")

    assert [request.actor for request in host.asked] == [ann.player]


async def test_the_same_command_again_goes_to_the_table_under_the_same_id(
    ann: Door, host: FakeTableHost
) -> None:
    text = msgspec.json.encode({"id": "once", "type": "act", **ACT, "do": "call"}).decode()

    await ann.send_text(text)
    await ann.send_text(text)

    assert [await ann.next(), await ann.next()] == [{"type": "ack", "id": "once", "result": {}}] * 2
    assert {request.id for request in host.asked} == {"once"}


async def test_an_id_used_for_another_command_is_refused(ann: Door, host: FakeTableHost) -> None:
    for do in ("call", "fold"):
        await ann.send_text(msgspec.json.encode({"id": "once", "type": "act", **ACT, "do": do}).decode())

    assert [(await ann.next()).get("code") for _ in range(2)] == ["id_reused", None]
    assert len(host.asked) == 1


async def test_a_message_too_long_is_refused_and_the_connection_lives(ann: Door) -> None:
    await ann.send_text('{"id":"1","type":"ping","x":"' + "x" * 5_000 + '"}')

    error = await ann.next()
    assert (error["code"], error["details"]) == ("message_too_long", {"message_bytes": 4096})
    assert (await ann.ask("ping"))["type"] == "ack"


async def test_a_message_far_too_long_ends_the_connection(ann: Door) -> None:
    await ann.send_text("x" * 200_000)

    assert await ann.closed() == aiohttp.WSCloseCode.MESSAGE_TOO_BIG


async def test_a_thousand_messages_a_second_are_refused_then_the_connection_is_closed(
    gateway: RunningGateway, ann: Door, host: FakeTableHost
) -> None:
    async with aiohttp.ClientSession() as http:
        bob = Door(http, gateway.url)
        await bob.enter("Bob")
        codes: list[str] = []

        async def flood() -> None:
            for _ in range(1_000):
                await bob.send("ping")
                await asyncio.sleep(0.001)

        began_s = time.monotonic()
        flooding = asyncio.create_task(flood())
        try:
            while True:
                message = await bob.next()
                codes.append(message.get("code") or message.get("reason") or "accepted")
        except ConnectionResetError:
            pass
        flooding.cancel()
        await asyncio.gather(flooding, return_exceptions=True)

    took_s = time.monotonic() - began_s
    assert 40 <= codes.count("accepted") <= 41 + 20 * took_s
    assert codes.count("rate_limited") >= 100
    assert codes[-1] == "flood"
    assert bob.closed_with == aiohttp.WSCloseCode.POLICY_VIOLATION
    assert (await ann.ask("act", **ACT, do="call"))["type"] == "ack"


async def test_a_rate_limited_message_says_when_to_try_again(ann: Door) -> None:
    for _ in range(130):
        await ann.send("ping")

    refused = [message for message in [await ann.next() for _ in range(130)] if message["type"] == "error"]

    assert {message["code"] for message in refused} == {"rate_limited"}
    assert all(1 <= message["details"]["retry_ms"] <= 100 for message in refused)


async def test_too_many_unanswered_messages_are_refused(ann: Door, host: FakeTableHost) -> None:
    host.answer = lambda _: None
    for turn in range(17):
        await ann.send("act", table=TABLE_ID, hand=1, turn=turn, do="fold")

    assert (await ann.next())["code"] == "too_many_unanswered"


async def test_a_table_that_does_not_answer_is_unavailable_for_now(ann: Door, host: FakeTableHost) -> None:
    await host.stop()

    error = await ann.ask("act", **ACT, do="fold")

    assert error["code"] == "table_unavailable"
    assert error["details"] == {"retry_ms": 1_000}


async def test_a_table_that_comes_back_in_time_answers_as_if_nothing_was(
    ann: Door, host: FakeTableHost
) -> None:
    await host.stop()
    await ann.send("act", **ACT, do="fold")
    await asyncio.sleep(1)
    await host.start()

    assert (await ann.next())["type"] == "ack"
