"""No feed holds a card that its viewer may not see, and no secret wish moves another's feed (R1.6)."""

import asyncio
import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from riverrun.contracts.table_commands import Call, Check, PresetAction, SitOut, TopUp
from riverrun.contracts.table_events import (
    BoardDealt,
    HandShown,
    HandStarted,
    HandsTurnedUp,
    HoleCardsDealt,
    RabbitHunted,
)
from riverrun.holdem.redact import PUBLIC, Viewer
from riverrun.holdem.state import Betting, Over
from riverrun.holdem.view import view_of
from riverrun.kernel.cards import text_of
from services.table.codec import codec
from services.table.decide.next_step import next_step
from services.table.decide.owed import AnswerPreset
from services.table.host.dealer import sight_of
from services.table.host.feeds import Sent
from services.table.rules.presets import price_for
from tests.support.live_table import LiveTable
from tests.support.table_life import TableLife

UNSEEN = {"outs", "tying", "ties"}
"""Cards that nobody has seen, named because open hands make them matter (R9.11)."""
CARDS = re.compile(r"(?:[2-9TJQKA][cdhs])+")
HEX = {"commitment", "nonce", "leaves", "salt", "feed", "player", "name"}


def cards_in(value: Any, key: str = "") -> Iterator[str]:
    """Every card named anywhere in a message."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if name not in UNSEEN:
                yield from cards_in(inner, name)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from cards_in(inner, key)
    elif isinstance(value, str) and key not in HEX and CARDS.fullmatch(value):
        yield from (value[at : at + 2] for at in range(0, len(value), 2))


class Watch:
    """Follows a table's log with the opened deck at hand, and knows what each viewer may have seen so far."""

    def __init__(self) -> None:
        self.public: set[str] = set()
        self.own: dict[str, set[str]] = {}
        self.messages = 0
        self._commits = 0
        self._sent = 0

    def check(self, live: LiveTable) -> None:
        for commit in live.log.commits[self._commits :]:
            for event in codec.decode_all(commit):
                self._learn(live, event)
        self._commits = len(live.log.commits)
        for sent in live.outlet.sent[self._sent :]:
            self._check_message(sent)
        self._sent = len(live.outlet.sent)
        self._check_views(live)

    def _learn(self, live: LiveTable, event: Any) -> None:
        if isinstance(event, HandStarted):
            self.public, self.own = set(), {}
        elif isinstance(event, HoleCardsDealt):
            hand, deck = live.hosted.table.hand, live.hosted.deck
            if hand is not None and deck is not None:
                for player, positions in zip(hand.players, event.positions, strict=True):
                    self.own[player.player] = {text_of((card,)) for card in deck.cards(positions)}
        elif isinstance(event, RabbitHunted):
            hand, deck = live.hosted.table.hand, live.hosted.deck
            if hand is not None and deck is not None:
                hunter = hand.players[hand.seats.index(event.seat)].player
                self.own[hunter] |= {text_of((card,)) for card in deck.cards(event.positions)}
        elif isinstance(event, BoardDealt | HandShown):
            self.public |= {text_of((card,)) for card in event.cards}
        elif isinstance(event, HandsTurnedUp):
            self.public |= {text_of((card,)) for _, cards in event.hands for card in cards}

    def _check_message(self, sent: Sent) -> None:
        viewer = sent.subject.rsplit(".", 1)[1] if ".player." in sent.subject else ""
        allowed = self.public | self.own.get(viewer, set())
        message = msgspec.json.decode(sent.data)
        assert set(cards_in(message["events"])) <= allowed, f"{sent.subject}: {message}"
        self.messages += 1

    def _check_views(self, live: LiveTable) -> None:
        hosted = live.hosted
        viewers: dict[str, Viewer] = {"": PUBLIC}
        for seat in hosted.table.seats:
            viewers[seat.player] = sight_of(hosted.table.hand, seat.seat, hosted.deck)
        for player, viewer in viewers.items():
            view = msgspec.to_builtins(view_of(hosted.table, viewer))
            allowed = self.public | self.own.get(player, set())
            assert set(cards_in(view)) <= allowed, f"view of {player or 'the public'}"


@pytest.mark.parametrize("seed", range(30, 45))
def test_no_feed_and_no_view_names_a_card_its_viewer_may_not_see(seed: int) -> None:
    watch = Watch()
    life = TableLife(seed)
    life.live.outlet.on_publish = lambda: watch.check(life.live)
    asyncio.run(life.play(25, restarts=False))
    assert watch.messages > 100


def test_the_search_would_find_a_foreign_card() -> None:
    """A test that cannot fail shows nothing: the same search must find a card that is there."""
    message = {"events": [{"type": "hand.hole_cards_dealt", "cards": "AhKd"}]}
    assert set(cards_in(message)) == {"Ah", "Kd"}


async def _hand_with_wishes(seed: int, wishes: bool) -> dict[str, list[bytes]]:
    """One life up to its 6th hand; with `wishes` one player's secret wishes are strewn into it."""
    life = TableLife(seed)
    live = life.live
    wisher = ""
    await live.open()
    while life.table.hand_number < 6:
        await live.settle()
        asked = life._somebody()
        if asked is not None:
            await live.ask(*asked)
        else:
            await life._time_passes(restarts=False)
    await live.settle()
    before = len(live.outlet.sent)
    hand = life.table.hand
    assert hand is not None
    for _ in range(200):
        hand = life.table.hand
        if hand is None or not isinstance(hand.phase, Betting) or hand.phase.turn is None:
            break
        turn = hand.phase.turn
        others = [player for at, player in enumerate(hand.players) if at != turn.at]
        wisher = wisher or others[0].player
        if wishes:
            await live.ask(wisher, SitOut(), f"w{turn.turn}a")
            await live.ask(wisher, TopUp(1 + turn.turn), f"w{turn.turn}b")
            price = price_for(hand, next(one for one in hand.players if one.player == wisher))
            await live.ask(wisher, PresetAction(hand.hand, hand.street, "call_any", price), f"w{turn.turn}c")
            await live.ask(wisher, PresetAction(hand.hand, hand.street, "none"), f"w{turn.turn}d")
        await live.ask(hand.players[turn.at].player, life._action(hand.hand, turn, hand.phase.current_bet))
        hand = life.table.hand
        if hand is None or isinstance(hand.phase, Over):
            break
    feeds: dict[str, list[bytes]] = {}
    for sent in live.outlet.sent[before:]:
        if not sent.subject.endswith(f".{wisher}"):
            feeds.setdefault(sent.subject, []).append(sent.data)
    return feeds


@pytest.mark.parametrize("seed", range(60, 72))
def test_anothers_secret_wish_moves_no_byte_and_no_number_in_any_feed(seed: int) -> None:
    plain = asyncio.run(_hand_with_wishes(seed, wishes=False))
    wished = asyncio.run(_hand_with_wishes(seed, wishes=True))
    assert plain == wished


async def _hand_called_down(seed: int, sets_before: bool) -> tuple[dict[str, list[bytes]], int]:
    """A hand that all check or call; one of them decides each time before his turn, or when it comes."""
    life = TableLife(seed)
    live = life.live
    await live.open()
    while life.table.hand_number < 6:
        await live.settle()
        asked = life._somebody()
        if asked is not None:
            await live.ask(*asked)
        else:
            await life._time_passes(restarts=False)
    await live.settle()
    before, helped, fired = len(live.outlet.sent), "", 0
    for count in range(200):
        hand = life.table.hand
        if hand is None or not isinstance(hand.phase, Betting) or hand.phase.turn is None:
            break
        turn = hand.phase.turn
        asked_now = hand.players[turn.at]
        helped = helped or hand.players[turn.at - 1].player
        mine = next(one for one in hand.players if one.player == helped)
        if sets_before and asked_now is not mine:
            move = PresetAction(hand.hand, hand.street, "call_any", price_for(hand, mine))
            fired += not (await live.ask(helped, move, f"h{count}")).code
        action = (Call if turn.call_amount else Check)(hand.hand, turn.turn)
        await live.ask(asked_now.player, action, f"a{count}")
        hand = life.table.hand
        if sets_before and hand is not None and isinstance(hand.phase, Betting):
            # The table answers for him at once; whoever is not helped is not touched by it.
            while (owed := next_step(life.table)) is not None and isinstance(owed.step, AnswerPreset):
                await live.actor.turn()
    feeds: dict[str, list[bytes]] = {}
    for sent in live.outlet.sent[before:]:
        if not sent.subject.endswith(f".{helped}"):
            feeds.setdefault(sent.subject, []).append(sent.data)
    return feeds, fired


def test_an_action_set_before_the_turn_looks_as_if_it_were_done_in_it() -> None:
    total = 0
    for seed in range(80, 92):
        set_before, fired = asyncio.run(_hand_called_down(seed, sets_before=True))
        done_in_turn, _ = asyncio.run(_hand_called_down(seed, sets_before=False))
        assert set_before == done_in_turn, f"seed {seed}"
        total += fired
    assert total > 12
