"""What reaches whom over NATS, on one server and at each of three: commands, views, the log, deletions."""

import asyncio
from functools import partial

import nats
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg

from riverrun.contracts.subjects import LOBBY_BUCKET, PEOPLE_STREAM, deleted_at
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.nats.bucket import Bucket
from riverrun.runtime.nats.connection import subscribe
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import AUDITOR, GATEWAY, HISTORY, IDENTITY, TABLE
from tests.support.nats_server import NatsServers, until_answered
from tests.support.patience import LONG_S
from tests.support.till import new_table, open_log
from tests.support.waiting import waiting_for


async def test_a_command_reaches_its_table_and_the_answer_comes_back(servers: NatsServers) -> None:
    table, gateway = await servers.connect(TABLE), await servers.connect(GATEWAY)

    async def answer(request: Msg) -> None:
        await request.respond(b"ack " + request.data)

    await subscribe(table, "commands.5.1.*", answer)
    reply = await once_known_everywhere(gateway, "commands.5.1.s5-abcdef", b"fold")
    assert reply.data == b"ack fold"
    with pytest.raises(nats.errors.NoRespondersError):
        await gateway.request("commands.5.2.s5-abcdef", b"fold", timeout=LONG_S)
    await gateway.close()
    await table.close()


async def once_known_everywhere(gateway: Client, subject: str, data: bytes) -> Msg:
    """Ask until the gateway's server has heard from the table's that somebody listens."""
    async with asyncio.timeout(LONG_S):
        while True:
            try:
                return await gateway.request(subject, data, timeout=LONG_S)
            except nats.errors.NoRespondersError:
                await asyncio.sleep(0.05)


async def test_views_and_the_lobby_reach_the_gateway_at_every_server(servers: NatsServers) -> None:
    table = await servers.connect(TABLE)
    lobby = Bucket(table, LOBBY_BUCKET)
    here, gone = new_table(), new_table()
    await until_answered(lambda: lobby.put(here, b"nine seats"))
    await until_answered(lambda: lobby.put(gone, b"six seats"))
    await until_answered(lambda: lobby.remove(gone))
    for number, url in enumerate(servers.urls):
        gateway = await servers.connect(GATEWAY, url)
        heard: asyncio.Queue[tuple[str, bytes]] = asyncio.Queue()

        async def view(message: Msg, into: asyncio.Queue[tuple[str, bytes]] = heard) -> None:
            into.put_nowait((message.subject, message.data))

        async def entry(key: str, value: bytes, into: asyncio.Queue[tuple[str, bytes]] = heard) -> None:
            into.put_nowait((key, value))

        seen = Bucket(gateway, LOBBY_BUCKET, GATEWAY.api_prefix)
        await seen.follow(entry)
        entries = await seen.entries()
        assert entries[here] == b"nine seats"
        assert gone not in entries
        await subscribe(gateway, f"views.{here}.public", view)
        async with waiting_for("a view at every server"):
            # Interest spreads between servers behind the flush.
            while heard.empty():
                await table.publish(f"views.{here}.public", b"flop")
                await asyncio.sleep(0.1)
            found = {await heard.get()}
            await until_answered(partial(lobby.put, f"{here}-{number}", b"new"))
            while len(found) < 2:
                found.add(await heard.get())
        assert found == {(f"views.{here}.public", b"flop"), (f"{here}-{number}", b"new")}
        await gateway.close()
    await table.close()


async def test_the_auditor_reads_the_log_at_every_server(servers: NatsServers) -> None:
    log = await open_log(servers)
    table = new_table()
    seq, version = await log.fill(table, 5, await log.open(table), 1)
    for url in servers.urls:
        auditor = await servers.connect(AUDITOR, url)
        reader = CommitReader(JetStreamApi(auditor, AUDITOR.api_prefix))
        assert table in await reader.tables()
        batches = reader.commits(table, 1, seq)
        assert [one.commit.last_version async for batch in batches for one in batch][-1] == version
        await auditor.close()
    await log.close()


async def test_history_learns_at_every_server_whose_account_is_gone_and_nothing_more_of_people(
    servers: NatsServers,
) -> None:
    identity = await servers.connect(IDENTITY)
    for subject in (deleted_at("p-gone"), "people.person.p-gone", "people.person.p-here"):
        await until_answered(partial(identity.request, subject, b"x", timeout=5))
    for url in servers.urls:
        history = await servers.connect(HISTORY, url)
        api = JetStreamApi(history, HISTORY.api_prefix)
        async with asyncio.timeout(LONG_S):
            # A replica may learn of it a moment later.
            while not await api.holds(PEOPLE_STREAM, deleted_at("p-gone")):  # noqa: ASYNC110  only asking tells
                await asyncio.sleep(0.05)
        assert not await api.holds(PEOPLE_STREAM, deleted_at("p-here"))
        with pytest.raises(nats.errors.Error):
            await JetStreamApi(history, HISTORY.api_prefix, 0.3).holds(PEOPLE_STREAM, "people.person.p-here")
        await history.close()
    await identity.close()
