"""Which table process hosts what in a whole Riverrun: read from its leases and log lines."""

import json
from collections import Counter

from riverrun.kernel.identifiers import TableId
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.lease_book import LeaseBook
from services.table.ownership.shares import slot_of_table
from tests.support.riverrun_up import RiverrunUp


def host_of(up: RiverrunUp, table: TableId) -> str:
    """The id of the process that hosts the table, once one does. One started again has another."""
    return up.until(lambda: up.read(_holders).get(slot_of_table(table), ""))


def service_of(up: RiverrunUp, host: str) -> str:
    """`table-1` or another, by the id of one of its processes."""
    return _services(up)[host]


def slots_held(up: RiverrunUp) -> dict[str, int]:
    """How many slots each table process holds; those of one that has not said its id are nobody's."""
    holders = up.read(_holders).values()
    services = _services(up)
    return dict(Counter(services.get(holder, "") for holder in holders))


def _services(up: RiverrunUp) -> dict[str, str]:
    """By the name under which each process, of earlier lives too, holds leases."""
    return {
        line["host"]: log.stem
        for log in (up.folder / "logs").glob("table-*.log")
        for line in map(json.loads, _whole_lines(log.read_text()))
        if line["event"] == "ready"
    }


def _whole_lines(text: str) -> list[str]:
    """Without one that is just being written."""
    return text[: text.rfind("\n") + 1].splitlines()


async def _holders(api: JetStreamApi) -> dict[str, str]:
    leases = await LeaseBook(api.client, api).read("slot")
    return {slot: lease.holder for slot, lease in leases.items()}
