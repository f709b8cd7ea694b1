"""An order is asked again under its id until the table answers, or for as long as one cares to wait."""

import asyncio
from collections.abc import AsyncIterator

import pytest_asyncio
from nats.aio.client import Client
from nats.aio.msg import Msg

from console.ordering.sent_order import sent_order
from riverrun.contracts.operator_commands import OrderRequest, SuspendTable, decode_order
from riverrun.contracts.subjects import orders_to
from riverrun.contracts.table_commands import Reply, encode_reply
from riverrun.runtime.nats.users import OPERATOR, TABLE
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S

RHINE = "s0-rhine"
ORDER = OrderRequest("o-1", "ann", SuspendTable("a broken lamp"))


class Host:
    """Stands for a table that gives its answers in turn, the last for ever; None is silence."""

    def __init__(self, *answers: Reply | None) -> None:
        self._answers = list(answers)
        self.heard: list[OrderRequest] = []

    async def hear(self, message: Msg) -> None:
        self.heard.append(decode_order(message.data))
        answer = self._answers.pop(0) if len(self._answers) > 1 else self._answers[0]
        if answer is not None:
            await message.respond(encode_reply(answer))

    async def listen(self, client: Client) -> None:
        await client.subscribe(orders_to(RHINE), cb=self.hear)
        await client.flush()


@pytest_asyncio.fixture
async def operator(one_server: NatsServers) -> AsyncIterator[Client]:
    client = await one_server.connect(OPERATOR)
    yield client
    await client.close()


@pytest_asyncio.fixture
async def table(one_server: NatsServers) -> AsyncIterator[Client]:
    client = await one_server.connect(TABLE)
    yield client
    await client.close()


async def test_an_order_is_asked_again_under_its_id_until_somebody_answers(
    operator: Client, table: Client
) -> None:
    host = Host(None, Reply("busy"), Reply())
    sending = asyncio.create_task(sent_order(operator, RHINE, ORDER, within_s=LONG_S))
    await asyncio.sleep(0.1)
    await host.listen(table)

    assert await sending == Reply()
    # Oftener where an answer is late on a busy machine.
    assert len(host.heard) >= 3
    assert all(one == ORDER for one in host.heard)


async def test_a_refusal_is_an_answer(operator: Client, table: Client) -> None:
    host = Host(Reply("already_suspended"))
    await host.listen(table)

    reply = await sent_order(operator, RHINE, ORDER, within_s=LONG_S)

    assert reply is not None
    assert reply.code == "already_suspended"


async def test_where_nobody_answers_it_is_given_up_in_time(operator: Client) -> None:
    async with asyncio.timeout(LONG_S):
        assert await sent_order(operator, RHINE, ORDER, within_s=0.5) is None
