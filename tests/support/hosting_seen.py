"""Which table process hosts what in a whole Riverrun: read from its leases, log lines and log."""

import asyncio
import json

from riverrun.kernel.identifiers import TableId
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.nats.connection import connect
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.lease_book import LeaseBook
from services.table.ownership.shares import slot_of_table
from tests.support.riverrun_up import RiverrunUp


def service_that_hosts(up: RiverrunUp, table: TableId) -> str:
    """`table-1` or another; empty while nobody does."""
    return _services(up).get(host_of(up, table), "")


def host_of(up: RiverrunUp, table: TableId) -> str:
    """The id of the process that hosts the table; empty while nobody does. One started again has another."""
    return asyncio.run(_holders(up)).get(slot_of_table(table), "")


def slots_held(up: RiverrunUp) -> dict[str, int]:
    """How many slots each table process holds."""
    services = _services(up)
    holders = [services[holder] for holder in asyncio.run(_holders(up)).values() if holder]
    return {service: holders.count(service) for service in set(holders)}


def version(up: RiverrunUp, table: TableId) -> int:
    """How far the table has come in the log."""
    return asyncio.run(_version(up, table))


def _services(up: RiverrunUp) -> dict[str, str]:
    """By the name under which each process, of earlier lives too, holds leases."""
    return {
        line["host"]: log.stem
        for log in (up.folder / "logs").glob("table-*.log")
        for line in map(json.loads, log.read_text().splitlines())
        if line["event"] == "ready"
    }


async def _holders(up: RiverrunUp) -> dict[str, str]:
    client = await connect(up.operator)
    try:
        leases = await LeaseBook(client, JetStreamApi(client)).read("slot")
        return {slot: lease.holder for slot, lease in leases.items()}
    finally:
        await client.close()


async def _version(up: RiverrunUp, table: TableId) -> int:
    client = await connect(up.operator)
    try:
        tail = await CommitReader(JetStreamApi(client)).tail(table)
        assert tail is not None, f"{table} is not in the log"
        return tail.commit.last_version
    finally:
        await client.close()
