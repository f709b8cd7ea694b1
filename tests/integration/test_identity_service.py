"""The identity service before a real NATS: accounts outlive it, races have one winner, keys are destroyed."""

import asyncio
import math
import time
from collections.abc import AsyncIterator
from pathlib import Path

import grpc
import pytest
import pytest_asyncio

from riverrun.contracts.subjects import PEOPLE_STREAM, PERSON_KEYS_BUCKET, REVOKED_BUCKET
from riverrun.pb.identity.v1 import identity_pb2 as pb
from riverrun.runtime.grpc.refused import refusal_in
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.users import IDENTITY, OPERATOR
from services.club.identity.entrance import WRONG_TAKES_S
from tests.support.club import RunningIdentity, running_identity
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S

PHONE = pb.Device(id="phone-1234", name="Ann's phone")
_numbers = iter(range(10_000))


@pytest_asyncio.fixture
async def identity(one_server: NatsServers, tmp_path: Path) -> AsyncIterator[RunningIdentity]:
    async with running_identity(one_server, tmp_path) as running:
        yield running


def new_login() -> str:
    """Tests share a server, and so its names."""
    return f"ann{next(_numbers)}@example.org"


def registering(login: str, command: str = "c-1", guest: str = "") -> pb.RegisterRequest:
    return pb.RegisterRequest(
        command=command, guest=guest, login=login, name="Ann", password="correct horse", device=PHONE
    )


def logging_in(login: str, password: str = "correct horse", command: str = "c-2") -> pb.LogInRequest:
    return pb.LogInRequest(
        command=command, login=login, password=password, device=PHONE, address="198.51.100.7"
    )


async def refused(call: grpc.aio.UnaryUnaryCall) -> str:  # type: ignore[type-arg]  # stubs differ by version
    with pytest.raises(grpc.aio.AioRpcError) as failed:
        await call
    refusal = refusal_in(failed.value)
    assert refusal is not None, failed.value
    return refusal.code


async def test_accounts_outlive_the_service(one_server: NatsServers, tmp_path: Path) -> None:
    login = new_login()
    async with running_identity(one_server, tmp_path) as first:
        registered = getattr(await first.stub.Register(registering(login), timeout=LONG_S), "pass")
    async with running_identity(one_server, tmp_path) as second:
        back = getattr(await second.stub.LogIn(logging_in(login), timeout=LONG_S), "pass")
        refreshed = await second.stub.Refresh(
            pb.RefreshRequest(command="c-3", refresh=back.refresh), timeout=LONG_S
        )

    assert back.player == registered.player
    assert getattr(refreshed, "pass").session == back.session


async def test_two_services_at_once_give_a_name_to_one(one_server: NatsServers, tmp_path: Path) -> None:
    login = new_login()
    async with running_identity(one_server, tmp_path) as one, running_identity(one_server, tmp_path) as other:
        outcomes = await asyncio.gather(
            *(
                service.stub.Register(registering(login, command=f"c-{number}"), timeout=LONG_S)
                for number, service in enumerate([one, other] * 4)
            ),
            return_exceptions=True,
        )

    assert sum(isinstance(outcome, pb.RegisterResponse) for outcome in outcomes) == 1


async def test_two_services_refresh_one_session_without_losing_it(
    one_server: NatsServers, tmp_path: Path
) -> None:
    async with running_identity(one_server, tmp_path) as one, running_identity(one_server, tmp_path) as other:
        token = getattr(await one.stub.Register(registering(new_login()), timeout=LONG_S), "pass").refresh
        for number in range(6):
            service = (one, other)[number % 2]
            asked = pb.RefreshRequest(command=f"r-{number}", refresh=token)
            token = getattr(await service.stub.Refresh(asked, timeout=LONG_S), "pass").refresh


async def test_a_refusal_keeps_its_code_on_the_way(identity: RunningIdentity) -> None:
    login = new_login()
    await identity.stub.Register(registering(login), timeout=LONG_S)

    assert await refused(identity.stub.Register(registering(login, "other"), timeout=LONG_S)) == "login_taken"
    assert (
        await refused(identity.stub.LogIn(logging_in(login, "wrong one"), timeout=LONG_S))
        == "bad_credentials"
    )
    assert await refused(identity.stub.LogIn(logging_in(new_login()), timeout=LONG_S)) == "bad_credentials"


async def test_nothing_private_is_stored_in_the_clear_and_deletion_empties_the_key(
    identity: RunningIdentity, one_server: NatsServers
) -> None:
    login = new_login()
    ann = getattr(await identity.stub.Register(registering(login), timeout=LONG_S), "pass")
    operator = await one_server.connect(OPERATOR)
    api = JetStreamApi(operator)

    async def stored() -> bytes:
        everything = await api.batch(PEOPLE_STREAM, "people.>", 1)
        return b"".join(one.subject.encode() + one.data for one in everything.messages)

    async def key() -> bytes | None:
        query = {"last_by_subj": f"$KV.{PERSON_KEYS_BUCKET}.{ann.player}"}
        found = await api.message(f"KV_{PERSON_KEYS_BUCKET}", query)
        return None if found is None else found.data

    before, sealed = await stored(), await key()
    asked = pb.DeleteRequest(command="c-9", player=ann.player, password="correct horse")
    await identity.stub.Delete(asked, timeout=LONG_S)
    after = await key()
    await operator.close()

    assert login.encode() not in before
    assert b"Ann" not in before
    assert sealed
    assert after == b""
    again = pb.RefreshRequest(command="c-10", refresh=ann.refresh)
    assert await refused(identity.stub.Refresh(again, timeout=LONG_S)) == "session_over"
    assert (
        getattr(await identity.stub.Register(registering(login, "c-11"), timeout=LONG_S), "pass").player
        != ann.player
    )


async def test_an_ended_session_stands_in_the_bucket_that_gateways_follow(
    identity: RunningIdentity, one_server: NatsServers
) -> None:
    ann = getattr(await identity.stub.Register(registering(new_login()), timeout=LONG_S), "pass")
    asked = pb.LogOutRequest(command="c-3", player=ann.player, session=ann.session)
    await identity.stub.LogOut(asked, timeout=LONG_S)

    client = await one_server.connect(IDENTITY)
    found = await JetStreamApi(client, IDENTITY.api_prefix).message(
        f"KV_{REVOKED_BUCKET}", {"last_by_subj": f"$KV.{REVOKED_BUCKET}.session.{ann.session}"}
    )
    await client.close()

    assert found is not None


async def test_own_rules_are_stricter_at_once_and_looser_a_day_later(identity: RunningIdentity) -> None:
    ann = getattr(await identity.stub.Register(registering(new_login()), timeout=LONG_S), "pass")

    strict = await identity.stub.LimitBuyIns(
        pb.LimitBuyInsRequest(command="l-1", player=ann.player, buy_in=5_000), timeout=LONG_S
    )
    loose = await identity.stub.LimitBuyIns(
        pb.LimitBuyInsRequest(command="l-2", player=ann.player, buy_in=0), timeout=LONG_S
    )

    assert (strict.rules.buy_in_limit, strict.rules.next_limit_ms) == (5_000, 0)
    assert (loose.rules.buy_in_limit, loose.rules.next_buy_in_limit) == (5_000, 0)
    assert loose.rules.next_limit_ms > 0


async def test_how_long_a_refusal_takes_does_not_tell_whether_the_name_exists(
    one_server: NatsServers, tmp_path: Path
) -> None:
    """Measured until it is seen, for a busy machine only ever slows down."""
    cost = {"hash_memory_kib": 16 * 1024, "hash_passes": 2}
    async with running_identity(one_server, tmp_path, **cost) as identity:

        async def quickest_s(name: str) -> float:
            took_s = []
            for number in range(3):
                began_s = time.monotonic()
                wrong = identity.stub.LogIn(logging_in(name, "wrong one", f"t-{number}"), timeout=LONG_S)
                assert await refused(wrong) == "bad_credentials"
                took_s.append(time.monotonic() - began_s)
            return min(took_s)

        known_s = unknown_s = math.inf
        for _ in range(4):
            known, unknown = new_login(), new_login()
            await identity.stub.Register(registering(known), timeout=LONG_S)
            known_s = min(known_s, await quickest_s(known))
            unknown_s = min(unknown_s, await quickest_s(unknown))
            # Answers come at whole multiples of it.
            apart_s = abs(known_s - unknown_s) % WRONG_TAKES_S
            if min(apart_s, WRONG_TAKES_S - apart_s) < 0.1:
                break
        else:
            pytest.fail(f"{known_s:.3f} s for a name that exists, {unknown_s:.3f} s for one that does not")

    assert known_s >= WRONG_TAKES_S
    assert unknown_s >= WRONG_TAKES_S


async def test_three_servers_of_the_log_keep_accounts_as_one_does(
    three_servers: NatsServers, tmp_path: Path
) -> None:
    async with running_identity(three_servers, tmp_path) as identity:
        logins = [new_login() for _ in range(6)]
        made = await asyncio.gather(
            *(identity.stub.Register(registering(login), timeout=LONG_S) for login in logins)
        )
        tokens = [getattr(one, "pass").refresh for one in made]
        for number in range(3):
            asked = [pb.RefreshRequest(command=f"r-{number}", refresh=token) for token in tokens]
            answers = await asyncio.gather(*(identity.stub.Refresh(one, timeout=LONG_S) for one in asked))
            tokens = [getattr(one, "pass").refresh for one in answers]

    assert len({getattr(one, "pass").player for one in made}) == 6
