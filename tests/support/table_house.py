"""Several table processes on one log, players at many tables, and what was acknowledged to them."""

import asyncio
import itertools
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import nats.errors
from nats.aio.client import Client
from nats.aio.msg import Msg

from riverrun.contracts.operator_commands import OperatorOrder, OrderRequest, encode_order
from riverrun.contracts.subjects import commands_to, orders_to
from riverrun.contracts.table_commands import (
    Reply,
    Request,
    SitDown,
    TableCommand,
    TableQuery,
    View,
    decode_reply,
    encode_request,
)
from riverrun.contracts.table_config import TableConfig
from riverrun.kernel.identifiers import CommandId, PlayerId, TableId
from riverrun.runtime.nats.answers import ApiRefused
from riverrun.runtime.nats.connection import subscribe
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from riverrun.runtime.nats.lease_book import Lease, LeaseBook
from riverrun.runtime.nats.users import GATEWAY, OPERATOR, TABLE
from riverrun.runtime.tasks import end
from services.table.ownership.shares import slot_of_table
from tests.support.judged_history import History, read_histories, require_nothing_lost
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S
from tests.support.service_process import ServiceProcess
from tests.support.table_process import UNHURRIED, Asking, RawBot, TableProcesses, open_table
from tests.support.waiting import until, waiting_for

BUY_IN = 1_000
PLAYERS = ("ann", "bob", "cid")
THINKING_S = 0.03


class TableHouse:
    """`start` processes, `open` tables, `play`; then look into the log."""

    def __init__(self, stack: AsyncExitStack, servers: NatsServers, folder: Path) -> None:
        self._stack = stack
        self._servers = servers
        self._processes = TableProcesses(servers, folder)
        self._bots: list[RawBot] = []
        self.hosts: dict[str, ServiceProcess] = {}
        self.doors: dict[TableId, Asking] = {}

    async def connect(self) -> None:
        self._gateway = await self._servers.connect(GATEWAY)
        self._operator = await self._servers.connect(OPERATOR)
        self._reader = await self._servers.connect(TABLE)
        self._book = LeaseBook(self._reader, JetStreamApi(self._reader))
        for client in (self._gateway, self._operator, self._reader):
            self._stack.push_async_callback(client.close)

    # -- processes

    async def start(self, module: str = "services.table", **environ: str) -> str:
        """One more table process; its host id."""
        process = await self._stack.enter_async_context(self._processes.running(module, **environ))
        host = next(str(line["host"]) for line in process.lines if line.get("event") == "ready")
        self.hosts[host] = process
        return host

    async def start_two(self, **environ_of_one: str) -> tuple[str, str]:
        """Two processes with eight slots each."""
        one, other = await asyncio.gather(self.start(**environ_of_one), self.start())
        await until(self.is_shared(one, other))
        return one, other

    def is_shared(self, *hosts: str) -> Callable[[], Awaitable[bool]]:
        """Whether these, and no others, hold all slots, none of them more than its share."""

        async def shared() -> bool:
            owners = await self.owners()
            return set(owners) == set(hosts) and max(owners.values()) <= -(-16 // len(hosts))

        return shared

    async def _entries(self) -> dict[str, Lease]:
        """What the book says of slots; asked again while it does not answer, as who holds leases does."""
        async with waiting_for("what the book says"):
            while True:
                try:
                    return await self._book.read("slot")
                except (nats.errors.Error, OSError, ApiRefused):
                    await asyncio.sleep(0.05)

    async def owners(self) -> dict[str, int]:
        """How many slots each process holds; nobody's are listed under an empty name."""
        entries = await self._entries()
        owners = Counter(entry.holder for entry in entries.values())
        owners[""] += 16 - len(entries)
        return {host: slots for host, slots in owners.items() if slots}

    async def owner_of(self, table: TableId) -> str:
        entry = (await self._entries()).get(slot_of_table(table))
        return "" if entry is None else entry.holder

    async def a_table_of(self, host: str) -> TableId:
        """The id of a table that is not open yet, and will be hosted by that process."""
        entries = await self._entries()
        ids = (f"s0-hosted{number:03}" for number in itertools.count())
        return next(table for table in ids if entries[slot_of_table(table)].holder == host)

    async def busiest(self) -> str:
        """The process that hosts most of the open tables."""
        return Counter([await self.owner_of(table) for table in self.doors]).most_common(1)[0][0]

    async def is_dead(self, host: str) -> bool:
        return self.hosts[host].returncode is not None

    def signal(self, host: str, number: signal.Signals) -> None:
        self.hosts[host].signal(number)

    def told(self, host: str, event: str) -> int:
        """How often a process logged something."""
        return self.hosts[host].events().count(event)

    # -- tables

    async def open(self, *tables: TableId, config: TableConfig = UNHURRIED) -> None:
        """Open tables and fill three seats at each."""
        for table in tables:
            door = self.doors[table] = Asking(self._gateway)
            await open_table(door, table, config)
            for seed, player in enumerate(PLAYERS):
                assert not (await door.ask(table, player, SitDown(BUY_IN))).code
                self._bots.append(RawBot(door, table, player, seed))

    async def open_with_one_rogue(self, *tables: TableId) -> None:
        """A process that keeps the rules, and one that believes it owns everything for ever."""
        await self.start()
        await self.start("tests.support.rogue_table")
        await self.open(*tables)

    async def waits_for_somebody(self, table: TableId) -> bool:
        """Whether a hand is in progress in which somebody is asked."""
        hand = (await self.doors[table].see(table, "eve"))["hand"]
        return hand is not None and hand["turn"] is not None

    async def play(self, seconds: float) -> None:
        """Everybody acts when asked, for a while."""
        enough = asyncio.create_task(asyncio.sleep(seconds), name="play long enough")
        playing = [asyncio.create_task(_play(bot), name=f"play {bot.player}") for bot in self._bots]
        try:
            ended, _ = await asyncio.wait({enough, *playing}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await end(enough, *playing)
        for one in ended:
            one.result()

    async def play_until(self, enough: Callable[[dict[TableId, History]], bool]) -> dict[TableId, History]:
        """Everybody acts when asked until the log tells enough; what it tells then."""
        async with waiting_for("enough play", within_s=2 * LONG_S):
            while True:
                await self.play(0.5)
                if enough(histories := await self.histories()):
                    return histories

    async def all_answer(self) -> float:
        """Seconds until every table has answered a question."""
        began = time.monotonic()
        await asyncio.gather(*(door.ask(table, "eve", View()) for table, door in self.doors.items()))
        return time.monotonic() - began

    async def count_replies(self) -> "Replies":
        """Hear every reply to what is asked through it."""
        replies = Replies(self._gateway)
        await subscribe(self._gateway, f"{replies.inbox}.*", replies.heard)
        return replies

    async def order(self, table: TableId, body: OperatorOrder, id_: CommandId) -> Reply:
        """As an operator."""
        request = encode_order(OrderRequest(id_, "zoe", body))
        return decode_reply((await self._operator.request(orders_to(table), request, timeout=LONG_S)).data)

    # -- the log

    async def histories(self) -> dict[TableId, History]:
        """Every table's commits; fails where they are not one history with all its chips."""
        return await read_histories(self._reader, list(self.doors))

    async def require_nothing_lost(self) -> dict[TableId, History]:
        """Every acknowledged command stands in the log once."""
        histories = await self.histories()
        acknowledged = [(table, *pair) for table, door in self.doors.items() for pair in door.acknowledged]
        assert acknowledged
        require_nothing_lost(histories, acknowledged)
        return histories


class Replies:
    """Asks without waiting, and counts who answers: by one process or by two."""

    def __init__(self, client: Client) -> None:
        self._client = client
        self.inbox = client.new_inbox()
        self.counted: Counter[str] = Counter()

    async def ask(self, table: TableId, player: PlayerId, body: TableCommand | TableQuery, id_: str) -> None:
        request = encode_request(Request(id_, player, player, 0, "", body))
        await self._client.publish(commands_to(table), request, reply=f"{self.inbox}.{id_}")

    async def heard(self, reply: Msg) -> None:
        # "No responders" comes with a status and from no table.
        if not (reply.headers and "Status" in reply.headers):
            self.counted[reply.subject.rsplit(".", 1)[1]] += 1


async def _play(bot: RawBot) -> None:
    while True:
        await bot.act_if_asked()
        await asyncio.sleep(THINKING_S)


@asynccontextmanager
async def table_house(servers: NatsServers, folder: Path) -> AsyncIterator[TableHouse]:
    """Nobody there yet."""
    async with AsyncExitStack() as stack:
        house = TableHouse(stack, servers, folder)
        await house.connect()
        yield house
