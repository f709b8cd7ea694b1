"""Of a gateway that dies without a word another tells that its players are gone (R8.5)."""

import asyncio

from structlog.testing import capture_logs

from riverrun.kernel.identifiers import PlayerId, TableId
from riverrun.runtime.tasks import end
from services.gateway.presence_lease import BEAT_S, DEAD_AFTER_S, PresenceLease
from services.gateway.refusals import TableUnavailable
from tests.support.clock import FakeClock


class SharedBook:
    """Stands for the book at the door; `away`: the log does not answer."""

    def __init__(self) -> None:
        self.entries: dict[str, tuple[bytes, int]] = {}
        self.away = False
        self._seq = 0

    async def under(self, prefix: str) -> list[tuple[str, bytes, int]]:
        self._require_log()
        return [(key, *entry) for key, entry in self.entries.items() if key.startswith(prefix)]

    async def put(self, key: str, value: bytes, lives_s: int) -> None:
        self._require_log()
        assert lives_s > 0
        self._seq += 1
        self.entries[key] = (value, self._seq)

    async def write(self, key: str, value: bytes, expected_seq: int) -> bool:
        self._require_log()
        if self.entries[key][1] != expected_seq:
            return False
        await self.put(key, value, 1)
        return True

    def _require_log(self) -> None:
        if self.away:
            raise TableUnavailable(retry_ms=1)


class Here:
    """Stands for `Presence`."""

    def __init__(self, *places: tuple[PlayerId, TableId]) -> None:
        self.here = list(places)
        self.gone: list[tuple[PlayerId, TableId]] = []

    def places(self) -> list[tuple[PlayerId, TableId]]:
        return self.here

    async def tell_gone(self, player: PlayerId, table: TableId) -> None:
        self.gone.append((player, table))


class Gateways:
    """Two of them on one book; the second goes on when the first has died."""

    def __init__(self) -> None:
        self.clock = FakeClock()
        self.book = SharedBook()
        self.first, self.second = Here(("ann", "s0-river"), ("bob", "s0-river")), Here(("cat", "s0-river"))
        self.leases = [
            PresenceLease(self.book, here, self.clock)  # type: ignore[arg-type]  # the part of it that is asked
            for here in (self.first, self.second)
        ]

    async def live(self, seconds: float, *, first_too: bool = False) -> None:
        for _ in range(round(seconds / BEAT_S)):
            for lease in self.leases if first_too else self.leases[1:]:
                await lease.beat()
                await lease.look()
            await self.clock.advance(BEAT_S)


async def test_the_players_of_a_gateway_that_stands_still_are_called_gone_once() -> None:
    gateways = Gateways()
    await gateways.live(60, first_too=True)
    assert gateways.second.gone == []

    await gateways.live(DEAD_AFTER_S - BEAT_S)
    assert gateways.second.gone == []
    await gateways.live(10 * DEAD_AFTER_S)

    assert gateways.second.gone == [("ann", "s0-river"), ("bob", "s0-river")]
    assert gateways.first.gone == []


async def test_a_gateway_that_says_goodbye_leaves_nobody_to_be_called_gone() -> None:
    gateways = Gateways()
    await gateways.live(6, first_too=True)
    await gateways.leases[0].release()

    await gateways.live(10 * DEAD_AFTER_S)

    assert gateways.second.gone == []


async def test_who_leaves_a_gateway_that_lives_is_not_in_its_lease_any_more() -> None:
    gateways = Gateways()
    await gateways.live(6, first_too=True)
    gateways.first.here = []
    await gateways.live(6, first_too=True)

    with capture_logs() as told:
        await gateways.live(10 * DEAD_AFTER_S)

    assert gateways.second.gone == []
    assert told == [], "nor is it called dead: it may have ended in order"


async def test_nobody_is_called_gone_for_the_time_in_which_the_log_was_away() -> None:
    gateways = Gateways()
    await gateways.live(6, first_too=True)
    gateways.book.away = True
    running = asyncio.create_task(gateways.leases[1].run(), name="lease")
    await gateways.clock.advance(10 * DEAD_AFTER_S)
    gateways.book.away = False
    await gateways.live(6, first_too=True)
    await end(running)

    assert gateways.second.gone == []
