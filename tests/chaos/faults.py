"""What can be done to a running system: each fault breaks one thing, and mends it again before it returns."""

import asyncio
import random
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import NamedTuple

from tests.chaos.system import System


class Done(NamedTuple):
    """What exactly was done, and after how many seconds all tables answered, where some had to move."""

    what: str
    took_over_s: float | None = None


Break = Callable[[System, random.Random], Awaitable[Done]]
"""Breaks and mends."""


SHARED_AFTER_S = 6
DIES_WITHIN_S = 40
PASSES = {"unsettled": 40, "unanswered": 20, "unseen": 40, "showdown": 6, "snapshot": 3, "buy_in": 2}
"""How often a point is passed at most before death comes there: a few seconds of play."""


class CannotBreak(Exception):
    """This machine does not allow it; the message says why."""


@dataclass(frozen=True)
class Fault:
    """`moves`: tables may have to move. `clustered`: it takes three servers."""

    name: str
    do: Break
    moves: bool = True
    clustered: bool = False
    within_s: float = 120.0


# -- table processes


async def kill_table(system: System, _: random.Random) -> Done:
    name = await system.owner_of_most()
    await system.children[name].kill()
    took_s = await system.all_answer()
    await system.start_table(name)
    return Done(name, took_s)


def dying_at(point: str, chance: random.Random) -> Fault:
    """A table process that kills itself at a named point, some time after it has its share."""

    async def die(system: System, _: random.Random) -> Done:
        name = await system.owner_of_most()
        child = system.children[name]
        await child.kill()
        passes = chance.randint(1, PASSES[point])
        await system.start_table(name, RIVERRUN_TABLE_DIE_AT=f"{point}:{passes}:{SHARED_AFTER_S}")
        await child.ended(DIES_WITHIN_S)
        took_s = await system.all_answer()
        await system.start_table(name)
        return Done(f"{name}, pass {passes}", took_s)

    return Fault(f"die-{point}", die)


async def pause_table(system: System, chance: random.Random) -> Done:
    name, seconds = await system.owner_of_most(), chance.uniform(1, 7)
    system.children[name].signal(signal.SIGSTOP)
    await asyncio.sleep(seconds)
    system.children[name].signal(signal.SIGCONT)
    return Done(f"{name} for {seconds:.1f} s")


async def stop_table(system: System, _: random.Random) -> Done:
    name = await system.owner_of_most()
    ending = asyncio.create_task(system.children[name].terminate())
    await asyncio.sleep(0)
    took_s = await system.handed_over(name) + await system.all_answer()
    code = await ending
    assert code == 0, f"{name} ended with {code}"
    await system.start_table(name)
    return Done(name, took_s)


async def cut_table(system: System, chance: random.Random) -> Done:
    name, seconds = await system.owner_of_most(), chance.uniform(1, 8)
    for line in system.lines[name]:
        line.hold()
        if chance.random() < 0.5:
            line.cut()
    await asyncio.sleep(seconds)
    for line in system.lines[name]:
        line.release()
    return Done(f"{name} from NATS for {seconds:.1f} s")


async def slow_table(system: System, chance: random.Random) -> Done:
    name, delay_s = await system.owner_of_most(), chance.uniform(0.05, 0.3)
    for line in system.lines[name]:
        line.delay_s = delay_s
    await asyncio.sleep(6)
    for line in system.lines[name]:
        line.delay_s = 0
    return Done(f"{name}: {delay_s * 1000:.0f} ms each way for 6 s")


async def clock_of_table(system: System, chance: random.Random) -> Done:
    name, offset_s = await system.owner_of_most(), chance.choice((-3_600, 3))
    await system.children[name].kill()
    await system.start_table(name, RIVERRUN_TABLE_CLOCK_OFF_MS=str(offset_s * 1000))
    await system.settle()
    await asyncio.sleep(6)
    await system.children[name].kill()
    await system.start_table(name)
    return Done(f"{name} {offset_s:+} s for a while, then right again")


# -- the other services


def _killing(name: str) -> Break:
    async def kill(system: System, _: random.Random) -> Done:
        await system.children[name].kill()
        await asyncio.sleep(0.3)
        await system.children[name].start()
        return Done(name)

    return kill


def _stopping(name: str) -> Break:
    async def stop(system: System, _: random.Random) -> Done:
        code = await system.children[name].terminate()
        assert code == 0, f"{name} ended with {code}"
        await system.children[name].start()
        return Done(name)

    return stop


def _pausing(name: str, seconds: float) -> Break:
    async def pause(system: System, _: random.Random) -> Done:
        system.children[name].signal(signal.SIGSTOP)
        await asyncio.sleep(seconds)
        system.children[name].signal(signal.SIGCONT)
        return Done(f"{name} for {seconds:.0f} s")

    return pause


# -- NATS


async def _victim(system: System) -> int:
    return await system.leader() if system.servers.replicas > 1 else 0


async def kill_nats(system: System, _: random.Random) -> Done:
    number = await _victim(system)
    server = system.servers.servers[number]
    await asyncio.to_thread(server.kill)
    await asyncio.sleep(1)
    server.start()
    await asyncio.to_thread(server.wait_until_ready, 60)
    return Done(f"server {number}, which led")


async def stop_nats(system: System, _: random.Random) -> Done:
    number = await _victim(system)
    await asyncio.to_thread(system.servers.restart, number)
    return Done(f"server {number}, which led")


async def pause_nats(system: System, chance: random.Random) -> Done:
    number, seconds = await _victim(system), chance.uniform(2, 9)
    server = system.servers.servers[number]
    server.signal(signal.SIGSTOP)
    await asyncio.sleep(seconds)
    server.signal(signal.SIGCONT)
    return Done(f"server {number}, which led, for {seconds:.1f} s")


async def cut_nats(system: System, chance: random.Random) -> Done:
    number, seconds = await _victim(system), chance.uniform(8, 14)
    system.servers.cut_off(number)
    await asyncio.sleep(seconds)
    system.servers.heal()
    return Done(f"server {number}, which led, from its peers for {seconds:.1f} s")


async def fill_disk(system: System, _: random.Random) -> Done:
    number = await _victim(system)
    disk = system.servers.disks[number]
    if not disk.mounted:
        raise CannotBreak("a full disk needs a file system of its own, and that needs root")
    disk.fill()
    await asyncio.sleep(6)
    disk.clear()
    # Once a write has failed, nats-server refuses all others to that stream until it is started again.
    await asyncio.to_thread(system.servers.restart, number)
    return Done(f"server {number} for 6 s, then cleared and restarted")


# -- everything


async def rolling_restart(system: System, chance: random.Random) -> Done:
    """An update: each process in turn is stopped and started again, each server once all have caught up."""
    for name in system.lines:
        code = await system.children[name].terminate()
        assert code == 0, f"{name} ended with {code}"
        await system.start_table(name)
        await system.settle()
    others = [name for name in system.children if name not in system.lines]
    for name in others:
        await _stopping(name)(system, chance)
        await system.all_answer()
    for number in range(len(system.servers.servers)):
        await system.caught_up()
        await asyncio.to_thread(system.servers.restart, number)
        await system.all_answer()
    servers = len(system.servers.servers)
    return Done(f"{', '.join((*system.lines, *others))}, {servers} nats-server(s)")


FAULTS = {
    fault.name: fault
    for fault in (
        Fault("kill-table", kill_table),
        Fault("pause-table", pause_table),
        Fault("stop-table", stop_table),
        Fault("cut-table", cut_table),
        Fault("slow-table", slow_table),
        Fault("clock-of-table", clock_of_table),
        Fault("kill-gateway", _killing("gateway"), moves=False),
        Fault("stop-gateway", _stopping("gateway"), moves=False),
        Fault("pause-gateway", _pausing("gateway", 4), moves=False),
        Fault("kill-club", _killing("club"), moves=False),
        Fault("kill-insurance", _killing("insurance"), moves=False),
        Fault("kill-evaluator", _killing("evaluator"), moves=False),
        Fault("pause-evaluator", _pausing("evaluator", 4), moves=False),
        Fault("kill-nats", kill_nats, moves=False),
        Fault("stop-nats", stop_nats, moves=False),
        Fault("pause-nats", pause_nats, moves=False),
        Fault("full-disk", fill_disk, moves=False),
        Fault("cut-nats", cut_nats, moves=False, clustered=True),
        Fault("rolling-restart", rolling_restart, within_s=400),
    )
}
