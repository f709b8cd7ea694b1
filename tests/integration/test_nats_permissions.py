"""Each service's user may do what it needs and nothing else: all permissions tried both ways."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Iterator

import nats
import pytest
import pytest_asyncio
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js.errors import APIError

from riverrun.contracts.subjects import LOBBY_BUCKET, PEOPLE_STREAM, TABLES_STREAM, deleted_at
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.nats.bucket import Bucket
from riverrun.runtime.nats.connection import CannotConnect, NatsSettings, connect, subscribe
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import (
    AUDITOR,
    CLUB,
    GATEWAY,
    HISTORY,
    IDENTITY,
    OPERATOR,
    TABLE,
    USERS,
    User,
)
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S
from tests.support.till import new_table, open_log
from tests.support.waiting import settled, waiting_for

MAY_PUBLISH: dict[str, set[User]] = {
    "tables.0.s0-abcdef": {TABLE},
    "tables.9.any.thing": {TABLE},
    "snapshots.s0-abcdef": {TABLE},
    "views.s0-abcdef.public": {TABLE},
    "views.s0-abcdef.player.ann": {TABLE},
    "$KV.lobby.s0-abcdef": {TABLE},
    "commands.0.3.s0-abcdef": {GATEWAY, CLUB},
    "orders.0.3.s0-abcdef": {OPERATOR, CLUB},
    "$KV.leases.slot.0.3": {TABLE},
    "$JS.API.STREAM.CREATE.TABLES": {OPERATOR},
    "$JS.API.STREAM.UPDATE.TABLES": {OPERATOR},
    "$JS.API.STREAM.DELETE.NONE": {OPERATOR},
    "$JS.API.STREAM.PURGE.NONE": {OPERATOR},
    "$JS.API.STREAM.RESTORE.NONE": {OPERATOR},
    "$JS.API.STREAM.MSG.DELETE.NONE": {OPERATOR},
    "$JS.API.STREAM.PEER.REMOVE.NONE": {OPERATOR},
    "$JS.API.STREAM.LEADER.STEPDOWN.NONE": {OPERATOR},
    "$JS.API.STREAM.INFO.TABLES": {OPERATOR, TABLE, CLUB},
    "$JS.API.STREAM.MSG.GET.TABLES": {OPERATOR, TABLE, CLUB},
    "$JS.API.DIRECT.GET.TABLES": {OPERATOR, TABLE, CLUB},
    "$JS.API.STREAM.MSG.GET.SNAPSHOTS": {OPERATOR, TABLE},
    "$JS.API.DIRECT.GET.KV_lobby": {OPERATOR, TABLE},
    "$JS.API.STREAM.MSG.GET.KV_lobby": {OPERATOR, TABLE},
    "$JS.API.CONSUMER.CREATE.TABLES": {OPERATOR},
    "$JS.API.CONSUMER.DELETE.TABLES.any": {OPERATOR},
    "log.STREAM.INFO.TABLES": {AUDITOR, HISTORY},
    "log.STREAM.MSG.GET.TABLES": {AUDITOR, HISTORY},
    "log.DIRECT.GET.TABLES": {AUDITOR, HISTORY},
    "log.STREAM.MSG.GET.SNAPSHOTS": {AUDITOR},
    "log.STREAM.INFO.KV_lobby": {AUDITOR},
    "log.STREAM.MSG.GET.KV_lobby": {GATEWAY, AUDITOR},
    "log.DIRECT.GET.KV_lobby": {GATEWAY, AUDITOR},
    "log.STREAM.DELETE.TABLES": set(),
    "$SYS.REQ.SERVER.PING": set(),
    "_INBOX_gateway.guessed": set(),
    "talk.s0-abcdef": {TABLE},
    "ledger.events.c-1": {CLUB},
    "clubs.events.c-1": {CLUB},
    "club_snapshots.ledger.events.c-1": {CLUB},
    "$JS.API.STREAM.INFO.LEDGER": {OPERATOR, CLUB},
    "$JS.API.STREAM.UPDATE.LEDGER": {OPERATOR},
    "$JS.API.STREAM.DELETE.LEDGER": {OPERATOR},
    "log.STREAM.MSG.GET.LEDGER": {AUDITOR},
    "log.DIRECT.GET.CLUBS": {AUDITOR},
    "people.person.p-1": {IDENTITY},
    "people.name.ab": {IDENTITY},
    "$KV.person_keys.p-1": {IDENTITY},
    "$KV.revoked.s-1": {IDENTITY},
    "$KV.door.player.p-1": {GATEWAY},
    "audit.gateway-1": {GATEWAY, OPERATOR},
    "reviews.events.c-1": {HISTORY, OPERATOR},
    "log.STREAM.MSG.GET.REVIEWS": {AUDITOR, HISTORY},
    "log.DIRECT.GET.REVIEWS": {AUDITOR, HISTORY},
    "albums.events.p-1": {HISTORY},
    "log.STREAM.MSG.GET.ALBUMS": {HISTORY},
    "log.DIRECT.GET.ALBUMS": {HISTORY},
    "imported.s0-abcdef": {OPERATOR},
    "log.STREAM.MSG.GET.IMPORTED": {AUDITOR, HISTORY},
    "log.DIRECT.GET.IMPORTED": {AUDITOR, HISTORY},
    "log.STREAM.MSG.GET.KV_door": {GATEWAY},
    "log.STREAM.MSG.GET.AUDIT": {AUDITOR},
    "log.DIRECT.GET.AUDIT": {AUDITOR},
    "log.STREAM.MSG.GET.PEOPLE": {IDENTITY},
    "log.DIRECT.GET.PEOPLE": {IDENTITY},
    "log.DIRECT.GET.PEOPLE.people.deleted.p-1": {HISTORY},
    "log.DIRECT.GET.PEOPLE.people.person.p-1": set(),
    "log.DIRECT.GET.PEOPLE.people.name.ab": set(),
    "log.STREAM.MSG.GET.KV_person_keys": {IDENTITY},
    "log.STREAM.MSG.GET.KV_revoked": {IDENTITY, GATEWAY},
    "log.DIRECT.GET.KV_revoked": {IDENTITY, GATEWAY},
}

MAY_HEAR: dict[str, set[User]] = {
    "commands.>": {TABLE},
    "orders.>": {TABLE},
    "views.>": {GATEWAY},
    "talk.>": {GATEWAY},
    "$KV.lobby.>": {GATEWAY},
    "$KV.revoked.>": {GATEWAY},
    "$KV.person_keys.>": set(),
    "people.>": set(),
    "audit.>": set(),
    "reviews.>": set(),
    "albums.>": set(),
    "imported.>": set(),
    "$KV.door.>": set(),
    "tables.>": set(),
    "snapshots.>": set(),
    ">": set(),
    "_INBOX.>": set(),
    "$JS.API.>": set(),
    "_INBOX_operator.x": {OPERATOR},
    "_INBOX_table.x": {TABLE},
    "_INBOX_gateway.x": {GATEWAY},
    "_INBOX_identity.x": {IDENTITY},
    "_INBOX_auditor.x": {AUDITOR},
    "_INBOX_history.x": {HISTORY},
}


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NatsServers]:
    """A server of this module's own: these tests write rubbish."""
    servers = NatsServers(tmp_path_factory.mktemp("nats"))
    try:
        servers.start()
        asyncio.run(servers.found())
        yield servers
    finally:
        servers.stop()


class Login:
    """A raw connection that remembers what it was refused."""

    def __init__(self) -> None:
        self.refused: list[str] = []
        self.client = Client()

    async def open(self, servers: NatsServers, user: User) -> None:
        await self.client.connect(
            servers=list(servers.urls),
            user=user.name,
            password=servers.passwords[user.password_variable],
            inbox_prefix=user.inbox_prefix,
            error_cb=self._remember,
        )

    async def _remember(self, error: Exception) -> None:
        self.refused.append(str(error))

    async def may_publish(self, subjects: Iterable[str]) -> set[str]:
        for subject in subjects:
            await self.client.publish(subject, b"{}")
        return await self._not_refused("publish", subjects)

    async def may_hear(self, subjects: Iterable[str]) -> set[str]:
        listening = [await self.client.subscribe(subject) for subject in subjects]
        heard = await self._not_refused("subscription", subjects)
        for one in listening:
            await one.unsubscribe()
        return heard

    async def _not_refused(self, kind: str, subjects: Iterable[str]) -> set[str]:
        await self.client.flush()
        await asyncio.sleep(0.1)
        await settled()
        refused = "\n".join(self.refused)
        # nats-py writes the server's words in small letters.
        return {subject for subject in subjects if f'{kind} to "{subject.lower()}"' not in refused}


@pytest_asyncio.fixture(params=USERS, ids=lambda user: user.name)
async def login(request: pytest.FixtureRequest, own_server: NatsServers) -> AsyncIterator[tuple[User, Login]]:
    opened = Login()
    await opened.open(own_server, request.param)
    yield request.param, opened
    await opened.client.close()


async def test_a_user_publishes_where_it_may_and_nowhere_else(login: tuple[User, Login]) -> None:
    user, opened = login
    allowed = await opened.may_publish(MAY_PUBLISH)
    assert allowed == {subject for subject, users in MAY_PUBLISH.items() if user in users}


async def test_a_user_hears_what_it_may_and_nothing_else(login: tuple[User, Login]) -> None:
    user, opened = login
    allowed = await opened.may_hear(MAY_HEAR)
    assert allowed == {subject for subject, users in MAY_HEAR.items() if user in users}


async def test_nobody_gets_in_without_the_right_password(own_server: NatsServers) -> None:
    for user, password in ((TABLE, "wrong"), (TABLE, own_server.passwords[GATEWAY.password_variable])):
        with pytest.raises(CannotConnect, match="Authorization"):
            await connect(NatsSettings(user, password, own_server.urls, connect_timeout_s=1))
    nobody = Client()
    with pytest.raises(nats.errors.Error):
        await nobody.connect(list(own_server.urls), allow_reconnect=False)
    await nobody.close()


async def test_not_even_the_operator_deletes_or_purges_a_tables_commits(own_server: NatsServers) -> None:
    log = await open_log(own_server)
    table = new_table()
    seq = await log.open(table)
    operator = await own_server.connect(OPERATOR)
    jetstream = operator.jetstream()
    with pytest.raises(APIError):
        await jetstream.delete_msg(TABLES_STREAM, seq)
    with pytest.raises(APIError):
        await jetstream.purge_stream(TABLES_STREAM)
    assert await log.reader.tail(table) is not None
    await operator.close()
    await log.close()


async def test_a_reply_subject_puts_nothing_into_the_log(own_server: NatsServers) -> None:
    """Whoever is answered names the subject of the answer; it must not be a table's (ADR 4)."""
    table = await own_server.connect(TABLE)

    async def answer(request: Msg) -> None:
        await request.respond(b"here you are")

    await subscribe(table, "commands.0.*.*", answer)
    for user in (GATEWAY, AUDITOR):
        client = await own_server.connect(user)
        for number, asked in enumerate(subject for subject in MAY_PUBLISH if user in MAY_PUBLISH[subject]):
            query = json.dumps({"last_by_subj": "$KV.lobby.>"}).encode()
            await client.publish(asked, query, reply=f"tables.7.{user.name}-{number}")
        await client.flush()
        await client.close()
    await asyncio.sleep(0.2)
    state = await JetStreamApi(table).state(TABLES_STREAM, "tables.7.>")
    assert state.subjects == {}
    await table.close()


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
    await lobby.put(here, b"nine seats")
    await lobby.put(gone, b"six seats")
    await lobby.remove(gone)
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
            await lobby.put(f"{here}-{number}", b"new")
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
        await identity.request(subject, b"x", timeout=LONG_S)
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
