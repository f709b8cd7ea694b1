"""The log made ready as the operator: its streams founded, and which tables are in it."""

from collections.abc import Mapping

from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.nats.connection import NatsSettings, connect
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.streams import found_streams
from riverrun.runtime.nats.users import OPERATOR


async def founded_log(url: str, passwords: Mapping[str, str]) -> list[TableId]:
    """Found streams that are missing; the tables of earlier days. Raises `CannotConnect`, `UnsafeStream`."""
    client = await connect(NatsSettings(OPERATOR, passwords[OPERATOR.password_variable], (url,)))
    try:
        await found_streams(client)
        return await CommitReader(JetStreamApi(client)).tables()
    finally:
        await client.close()
