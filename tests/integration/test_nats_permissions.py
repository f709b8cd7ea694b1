"""Each service's user may do what it needs and nothing else: all permissions tried both ways."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator

import nats
import pytest
import pytest_asyncio
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js.errors import APIError

from riverrun.contracts.subjects import TABLES_STREAM
from riverrun.runtime.nats.connection import CannotConnect, NatsSettings, _hang_up, connect, subscribe
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
from tests.support.nats_login import NatsLogin
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S
from tests.support.till import new_table, open_log

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


@pytest_asyncio.fixture(params=USERS, ids=lambda user: user.name)
async def login(
    request: pytest.FixtureRequest, own_server: NatsServers
) -> AsyncIterator[tuple[User, NatsLogin]]:
    opened = NatsLogin()
    await opened.open(own_server, request.param)
    yield request.param, opened
    await opened.client.close()


async def test_a_user_publishes_where_it_may_and_nowhere_else(login: tuple[User, NatsLogin]) -> None:
    user, opened = login
    allowed = await opened.may_publish(MAY_PUBLISH)
    assert allowed == {subject for subject, users in MAY_PUBLISH.items() if user in users}


async def test_a_user_hears_what_it_may_and_nothing_else(login: tuple[User, NatsLogin]) -> None:
    user, opened = login
    allowed = await opened.may_hear(MAY_HEAR)
    assert allowed == {subject for subject, users in MAY_HEAR.items() if user in users}


async def test_nobody_gets_in_without_the_right_password(own_server: NatsServers) -> None:
    for password in ("wrong", own_server.passwords[GATEWAY.password_variable]):
        assert "Authorization" in await turned_away(own_server, TABLE, password)
    nobody = Client()
    with pytest.raises(nats.errors.Error):
        await nobody.connect(list(own_server.urls), allow_reconnect=False)
    await _hang_up(nobody)


async def turned_away(servers: NatsServers, user: User, password: str) -> str:
    """Why, as the server says; a busy one has said nothing within a second, and is given longer."""
    said = ""
    within_s = 1.0
    while "Authorization" not in said and within_s < LONG_S:
        with pytest.raises(CannotConnect) as refused:
            await connect(NatsSettings(user, password, servers.urls, connect_timeout_s=within_s))
        said = str(refused.value)
        within_s *= 4
    return said


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
