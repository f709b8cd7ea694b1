"""`riverrun found` makes the streams, as often as one likes, and for the operator alone."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from nats.js.api import StreamConfig

from console.__main__ import main
from riverrun.contracts.subjects import TABLES_STREAM
from riverrun.runtime.nats.connection import NatsSettings, connect
from riverrun.runtime.nats.users import OPERATOR, TABLE
from tests.support.stored_life import StoredLog


@pytest.fixture
def log(tmp_path: Path) -> Iterator[StoredLog]:
    stored = StoredLog(tmp_path / "data")
    stored.start()
    try:
        yield stored
    finally:
        stored.stop()


def found(log: StoredLog, password: str, *options: str) -> Result:
    environment = {
        "RIVERRUN_NATS_URL": log.url,
        "RIVERRUN_NATS_PASSWORD": password,
        "RIVERRUN_LOG_LEVEL": "error",
    }
    return CliRunner().invoke(main, ["found", *options], env=environment, catch_exceptions=False)


async def change(log: StoredLog, **settings: object) -> None:
    """What somebody with the operator's password did to a stream."""
    login = NatsSettings(OPERATOR, log.passwords[OPERATOR.password_variable], (log.url,))
    client = await connect(login)
    stream = client.jetstream()
    await stream.delete_stream(TABLES_STREAM)
    await stream.add_stream(StreamConfig(name=TABLES_STREAM, subjects=["tables.>"], **settings))  # type: ignore[arg-type]
    await client.close()


def test_streams_are_founded_once_and_checked_ever_after(log: StoredLog) -> None:
    password = log.passwords[OPERATOR.password_variable]

    assert found(log, password).exit_code == 0
    assert found(log, password).exit_code == 0
    assert (
        CliRunner()
        .invoke(
            main,
            ["audit", "--nats", log.url],
            env={"NATS_AUDITOR_PASSWORD": log.passwords["NATS_AUDITOR_PASSWORD"]},
        )
        .exit_code
        == 0
    )


def test_a_stream_that_could_lose_commits_is_refused(log: StoredLog) -> None:
    password = log.passwords[OPERATOR.password_variable]
    assert found(log, password).exit_code == 0
    asyncio.run(change(log, max_msgs=10))

    result = found(log, password)

    assert result.exit_code == 1
    assert "max_msgs is 10" in result.stderr


def test_no_service_can_found(log: StoredLog) -> None:
    result = found(log, log.passwords[TABLE.password_variable], "--timeout", "1")

    assert result.exit_code == 1
    assert "not founded" in result.stderr


def test_a_wrong_setting_is_named(log: StoredLog) -> None:
    result = CliRunner().invoke(main, ["found"], env={"RIVERRUN_LOG_LEVEL": "loud"})

    assert result.exit_code == 2
    assert "RIVERRUN_LOG_LEVEL" in result.stderr
