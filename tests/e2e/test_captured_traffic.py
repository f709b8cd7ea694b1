"""Everything that leaves the table service is captured over many hands and searched for cards (R1.6).

The test alone holds the live key: it opens every deck of the log and knows what nobody else may have seen.
"""

import asyncio
import json
import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import aiohttp
import msgspec
import pytest
from nats.aio.msg import Msg

from riverrun.contracts.commits import decode_commit
from riverrun.contracts.table_commands import SitDown, decode_reply, decode_request
from riverrun.contracts.table_events import BoardDealt, HandSealed, HandShown, HandStarted, HandsTurnedUp
from riverrun.kernel.cards import text_of
from riverrun.runtime.nats.users import User
from riverrun.runtime.sealing.ring_file import load_ring
from services.table.codec import codec
from services.table.sealing import open_deck
from tests.property.test_nobody_sees_a_hidden_card import cards_in
from tests.support.gateway import Door, running_gateway
from tests.support.nats_server import NatsServers
from tests.support.table_process import UNHURRIED, Asking, RawBot, TableProcesses, asking, open_table

SPY = User("spy", "LOG", publish=(), subscribe=(">",))
WHOLE_DECK = re.compile(rb"[\x00-\x33]{52,}")
"""Where a deck's order in the clear could stand: looking for each of a thousand everywhere takes minutes."""
CARD_IN_A_LINE = re.compile(r"(?<![0-9A-Za-z])(?:[2-9TJQKA][cdhs])+(?![0-9A-Za-z])")


class Truth:
    """What each hand's cards really were, from the log and the live key."""

    def __init__(self) -> None:
        self.public: dict[tuple[str, int], set[str]] = defaultdict(set)
        self.own: dict[tuple[str, int, str], set[str]] = defaultdict(set)
        self.orders: list[bytes] = []
        self.hands = 0

    def learn(self, table: str, commit: bytes, keys: Path) -> None:
        read = decode_commit(commit)
        for event in codec.decode_all(read):
            if isinstance(event, HandStarted):
                self._learn_deck(table, event, keys)
            for card in _public_cards(event):
                self.public[table, read.hand].add(text_of((card,)))

    def _learn_deck(self, table: str, event: HandStarted, keys: Path) -> None:
        ring = load_ring(keys)
        deck = open_deck(table, event.hand, event.commitment, event.deck_box, event.key_id, ring)
        self.orders.append(bytes(deck.order))
        self.hands += 1
        count = len(event.players)
        for at, player in enumerate(event.players):
            cards = deck.cards((at, count + at))
            self.own[table, event.hand, player.player] |= {text_of((card,)) for card in cards}

    def allowed(self, table: str, viewer: str, hands: range) -> set[str]:
        found: set[str] = set()
        for hand in hands:
            found |= self.public[table, hand] | self.own[table, hand, viewer]
        return found


def _public_cards(event: Any) -> Iterator[int]:
    if isinstance(event, BoardDealt | HandShown):
        yield from event.cards
    elif isinstance(event, HandsTurnedUp):
        for _, cards in event.hands:
            yield from cards
    elif isinstance(event, HandSealed):
        yield from (opening.card for opening in event.public)


class Capture:
    """A spy on NATS, and what every client was sent."""

    def __init__(self) -> None:
        self.nats: list[tuple[str, str, bytes]] = []
        self.frames: dict[str, list[str]] = defaultdict(list)

    async def heard(self, message: Msg) -> None:
        self.nats.append((message.subject, message.reply, message.data))

    async def watch(self, door: Door, table: str, viewer: str) -> None:
        await door.send("watch", table=table)
        async for frame in door.socket:
            self.frames[viewer].append(frame.data or "")


async def _play(asking_: Asking, table: str, players: list[str], hands: int) -> None:
    """Everybody acts when asked until enough hands were dealt."""
    bots = [RawBot(asking_, table, player, seed) for seed, player in enumerate(players)]

    async def one(bot: RawBot) -> None:
        while (await asking_.see(table, bot.player))["hand_number"] <= hands:
            if not await bot.act_if_asked():
                await asyncio.sleep(0.005)

    await asyncio.gather(*(one(bot) for bot in bots))


async def _live_and_capture(folder: Path, tables: int, hands: int) -> tuple[Capture, Truth, list[str]]:
    servers = NatsServers(folder / "nats", extra_users=(SPY,))
    servers.start()
    capture, truth = Capture(), Truth()
    try:
        await servers.found()
        spy = await servers.connect(SPY)
        await spy.subscribe(">", cb=capture.heard)
        await spy.flush()
        processes = TableProcesses(servers, folder)
        async with AsyncExitStack() as stack:
            process = await stack.enter_async_context(processes.running())
            gateway = await stack.enter_async_context(running_gateway(servers))
            http = await stack.enter_async_context(aiohttp.ClientSession())
            door_to_nats = await stack.enter_async_context(asking(servers))
            watching, playing = [], []
            for number in range(tables):
                table = f"s0-captured{number}"
                await open_table(door_to_nats, table, UNHURRIED)
                players = []
                for seat in range(5):
                    door = Door(http, gateway.url)
                    await door.enter(f"P{number}x{seat}")
                    if seat:
                        await door_to_nats.ask(table, door.player, SitDown(5_000))
                        players.append(door.player)
                    watching.append(asyncio.create_task(capture.watch(door, table, door.player)))
                playing.append(_play(door_to_nats, table, players, hands // tables))
            await asyncio.gather(*playing)
            for task in watching:
                task.cancel()
            lines = [json.dumps(line) for line in process.lines] + [process.other_output]
        await spy.close()
    finally:
        servers.stop()
    for subject, _, data in capture.nats:
        if subject.startswith("tables."):
            truth.learn(subject.rsplit(".", 1)[1], data, folder / "live.json")
    return capture, truth, lines


def _check_nats(capture: Capture, truth: Truth) -> int:
    """Every message on NATS: views by their subject, answers by who asked."""
    asked: dict[str, tuple[str, str]] = {}
    checked = 0
    hand: dict[str, int] = defaultdict(int)
    for subject, reply, data in capture.nats:
        for run in WHOLE_DECK.findall(data):
            assert not any(order in run for order in truth.orders), (
                f"a deck's order in the clear on {subject}"
            )
        kind, _, rest = subject.partition(".")
        if kind == "commands":
            request = decode_request(data)
            asked[reply] = (subject.rsplit(".", 1)[1], request.actor)
        elif kind == "tables":
            table = subject.rsplit(".", 1)[1]
            commit = decode_commit(data)
            hand[table] = commit.hand
        elif kind == "views":
            table, _, feed = rest.partition(".")
            viewer = feed.removeprefix("player.") if feed.startswith("player.") else ""
            named = set(cards_in(msgspec.json.decode(data)["events"]))
            now = range(max(1, hand[table] - 1), hand[table] + 1)
            assert named <= truth.allowed(table, viewer, now), f"{subject}: {data!r}"
            checked += bool(named)
        elif subject in asked:
            table, viewer = asked[subject]
            named = set(cards_in(msgspec.json.decode(decode_reply(data).result)))
            now = range(max(1, hand[table] - 1), hand[table] + 1)
            assert named <= truth.allowed(table, viewer, now), f"answer to {viewer}: {data!r}"
            checked += bool(named)
    return checked


def _check_frames(capture: Capture, truth: Truth) -> int:
    """Every frame to a client names cards only of hands as that client may know them."""
    checked = 0
    for viewer, frames in capture.frames.items():
        hand = 0
        for frame in frames:
            if not isinstance(frame, str) or not frame.startswith("{"):
                continue
            message = json.loads(frame)
            view = message.get("view") or {}
            hand = max(hand, view.get("hand_number", 0))
            for event in message.get("events", ()):
                hand = max(hand, event["hand"]) if event["type"] == "hand.started" else hand
            named = set(cards_in(message))
            allowed = truth.allowed(message.get("table", ""), viewer, range(max(1, hand - 1), hand + 1))
            assert named <= allowed, f"{viewer} in hand {hand}: {frame}"
            checked += bool(named)
    return checked


def _search(capture: Capture, truth: Truth, lines: list[str], hands: int) -> None:
    assert truth.hands >= hands
    assert _check_nats(capture, truth) > hands, "the search saw cards, so it can find them"
    assert _check_frames(capture, truth) > hands
    for line in lines:
        assert not CARD_IN_A_LINE.search(line), line


def test_sixty_hands_leave_no_foreign_card_on_any_wire_or_in_any_log(tmp_path: Path) -> None:
    capture, truth, lines = asyncio.run(_live_and_capture(tmp_path, tables=2, hands=60))
    _search(capture, truth, lines, 60)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_thousand_hands_leave_no_foreign_card_on_any_wire_or_in_any_log(tmp_path: Path) -> None:
    capture, truth, lines = asyncio.run(_live_and_capture(tmp_path, tables=5, hands=1_000))
    _search(capture, truth, lines, 1_000)
