"""Messages late and twice: what was set for one hand, street and price fires in no other (R8.2)."""

import random
from dataclasses import dataclass

import pytest
from msgspec.structs import replace

from riverrun.contracts.table_commands import PresetAction
from riverrun.contracts.table_events import (
    ActionPreset,
    BoardDealt,
    HandStarted,
    PlayerCalled,
    PlayerChecked,
    PlayerFolded,
    TableEvent,
    TurnStarted,
)
from riverrun.contracts.time_options import TimeBank
from riverrun.holdem.state import Betting
from services.table.rules.presets import price_for
from tests.support.seated_table import SMALL, SeatedTable, seated_table
from tests.support.table_life import MOVES

STEPS = 350
CONFIG = replace(SMALL, max_buy_in=5_000, time_bank=TimeBank(start_ms=0, gain_ms=0))
AT_ANY_PRICE = ("check_fold", "call_any", "fold")
Answer = PlayerFolded | PlayerChecked | PlayerCalled


@dataclass
class Letter:
    """A message on its way: it arrives `copies` times, each time later."""

    player: str
    command: PresetAction
    id_: str
    copies: int


class LatePost:
    """Players set actions all the time, and their messages take as long as they like."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)
        self._post: list[Letter] = []
        self._count = 0
        self.set = 0
        self.stale = 0

    def write(self, table: SeatedTable) -> None:
        """What a player wants by what he sees now."""
        chance, hand = self._chance, table.hand
        if not isinstance(hand.phase, Betting):
            return
        player = chance.choice(hand.players)
        if player.folded:
            return
        self._count += 1
        price = price_for(hand, player)
        command = PresetAction(hand.hand, hand.street, chance.choice(MOVES), price)
        self._post.append(Letter(player.player, command, f"late-{self._count}", chance.randint(1, 3)))

    async def arrive(self, table: SeatedTable) -> None:
        """Some of what was written, in any order."""
        self._chance.shuffle(self._post)
        while self._post and self._chance.random() < 0.7:
            letter = self._post.pop()
            code = (await table.ask(letter.player, letter.command, letter.id_)).code
            self.set += not code
            self.stale += code == "stale_preset"
            if letter.copies > 1:
                letter.copies -= 1
                self._post.append(letter)


async def life(seed: int) -> tuple[SeatedTable, LatePost]:
    chance, post = random.Random(seed), LatePost(seed)
    table = await seated_table("ann", "bob", "cyd", "dee", config=CONFIG, stack=5_000, seed=seed)
    for _ in range(STEPS):
        if table.hosted.table.hand is None:
            await table.passes(1_000)
            continue
        for _ in range(chance.randint(0, 2)):
            post.write(table)
        await post.arrive(table)
        if chance.random() < 0.02:
            table.restart()
        await table.settle()
        if table.hosted.table.hand is None or not isinstance(table.hand.phase, Betting):
            await table.passes(2_000)
            continue
        turn = table.turn
        raises = turn.max_raise_to and chance.random() < 0.25
        await table.acts("fold" if chance.random() < 0.1 else "", turn.min_raise_to if raises else 0)
    return table, post


def misfired(events: list[TableEvent]) -> list[str]:
    """Every answer that the table gave for a player, held against what he had set last."""
    wrong: list[str] = []
    wished: dict[int, ActionPreset] = {}
    hand, street, owed = 0, "preflop", {}
    for event in events:
        match event:
            case HandStarted():
                hand, street, wished = event.hand, "preflop", {}
            case BoardDealt():
                street, wished = event.street, {}
            case ActionPreset():
                wished[event.seat] = event
            case TurnStarted():
                owed = {event.seat: event.call_amount}
            case PlayerFolded() | PlayerChecked() | PlayerCalled() if event.cause == "preset":
                wish = wished.pop(event.seat, None)
                if wish is None or wish.street != street or not _fits(wish, event, owed[event.seat]):
                    wrong.append(f"hand {hand}, {street}: {event} after {wish}, {owed} to call")
            case _:
                pass
    return wrong


def _fits(wish: ActionPreset, answer: Answer, call_amount: int) -> bool:
    if wish.move not in AT_ANY_PRICE and wish.call_amount != call_amount:
        return False
    match answer:
        case PlayerFolded():
            return wish.move == "fold" or (wish.move == "check_fold" and call_amount > 0)
        case PlayerChecked():
            return wish.move in ("check", "check_fold", "call_any") and not call_amount
        case PlayerCalled():
            return wish.move in ("call", "call_any") and answer.amount == call_amount


@pytest.mark.parametrize("seed", range(4))
async def test_what_was_set_for_one_hand_street_and_price_fires_in_no_other(seed: int) -> None:
    table, post = await life(seed)
    events = table.events_since(0)

    assert misfired(events) == []
    fired = [event for event in events if getattr(event, "cause", "") == "preset"]
    assert len(fired) > 20
    assert post.set > 50
    assert post.stale > 20, "many came too late"


def test_a_misfire_would_be_seen() -> None:
    wish = ActionPreset(1, "call", "preflop", 5)
    raised: list[TableEvent] = [wish, TurnStarted(1, 1, 25, 0, 0, 0), PlayerCalled(1, 25, 30, cause="preset")]
    flop: list[TableEvent] = [
        wish,
        BoardDealt("flop", (1, 2, 3), 6),
        TurnStarted(1, 1, 5, 0, 0, 0),
        PlayerFolded(1, "preset"),
    ]

    assert len(misfired(raised)) == 1
    assert len(misfired(flop)) == 1
