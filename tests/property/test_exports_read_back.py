"""Any hand of the engine goes out as PHH that pokerkit and we ourselves read back to equal stacks (R10.2)."""

import asyncio
import tomllib
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal

import pytest

from console.phh_files.phh_hand import phh_hand
from console.phh_files.played_phh import played_phh
from services.history.exports.phh import phh
from services.history.exports.phh_beyond import beyond
from services.history.hands.told_hand import DECISIONS, ToldHand, decode_told
from services.history.projection.context import Context
from services.history.projection.followed_tables import FollowedTables
from tests.support.pokerkit_reading import stacks_as_written, stacks_read_back
from tests.support.random_hand import RandomHand
from tests.support.table_life import TableLife
from tests.unit.history.test_flags_against_slow_figures import hands_in
from tests.unit.history.told import told_hand

UNREADABLE = {"betting", "voided"}
KNOWN_ELSEWHERE = {"rake", "boards"}


def hands_of_lives(first: int, last: int) -> Iterator[ToldHand]:
    """Straddles, late posts, dead buttons, insurance, leavers: hands as history stores them."""
    for seed in range(first, last):
        life = TableLife(seed)
        asyncio.run(life.play(25))
        tables = FollowedTables()
        for seq, commit in enumerate(life.live.log.commits, start=1):
            tables.take(seq, commit)
        for _, _, told in tables.emptied()["replays"]:
            yield decode_told(told.encode())


def hands_at_random(first: int, last: int) -> Iterator[ToldHand]:
    """Stacks from one chip up, rake, dead and live posts, bomb pots on one board and two, several runs."""
    for seed in range(first, last):
        played = RandomHand(seed, any_start=seed % 2 == 0).play().played
        ((followed, _),) = hands_in(played.events, Context(played.table.config))
        yield told_hand(followed)


def final_stacks(hand: ToldHand) -> list[int]:
    """Before insurance, which is settled beside the pots."""
    return [player.final_stack - player.insurance for player in hand.players]


def assert_pokerkit_reads(hand: ToldHand) -> None:
    """As far as the file says that it can."""
    why = set(beyond(hand))
    if why & UNREADABLE:
        return
    written = stacks_as_written(hand)
    if why <= {"insurance"}:
        assert written == final_stacks(hand), phh(hand)
    # pokerkit's agreement on boards comes before the flop that all boards of a bomb pot may share.
    boards_of_a_bomb_pot = hand.bomb_pot and len(hand.boards) > 1
    if why & KNOWN_ELSEWHERE and why <= {"insurance", *KNOWN_ELSEWHERE} and not boards_of_a_bomb_pot:
        assert stacks_read_back(hand) in (None, final_stacks(hand)), phh(hand)


def assert_we_read(hand: ToldHand) -> None:
    fields = tomllib.loads(phh(hand), parse_float=Decimal)
    played = played_phh(phh_hand(fields), "elsewhere", 7)
    ((followed, _),) = hands_in(played.events, Context(played.config))
    again = told_hand(followed)
    assert [one.final_stack for one in again.players] == final_stacks(hand), phh(hand)
    assert again.boards == hand.boards
    assert decided_in(again) == decided_in(hand)


def decided_in(hand: ToldHand) -> list[tuple[int, str]]:
    """Who decided on which street. (A raise that goes back whole comes back as a call.)"""
    return [(step.seat, step.street) for step in hand.steps_of(*DECISIONS)]


def assert_read_back(hands: Iterator[ToldHand]) -> Counter[str]:
    """How many hands there were of each kind."""
    kinds: Counter[str] = Counter()
    for hand in hands:
        why = beyond(hand)
        kinds.update(why or ["told whole"])
        assert_pokerkit_reads(hand)
        if "voided" not in why:
            assert_we_read(hand)
    return kinds


def test_hands_of_tables_lives_are_read_back_to_equal_stacks() -> None:
    kinds = assert_read_back(hands_of_lives(1, 5))

    assert kinds["told whole"] > 50
    assert kinds["boards"] > 0


def test_hands_at_random_are_read_back_to_equal_stacks() -> None:
    kinds = assert_read_back(hands_at_random(0, 40))

    assert kinds["told whole"] > 5
    assert kinds["rake"] > 10
    assert kinds["boards"] > 10


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_many_hands_of_lives_are_read_back_to_equal_stacks() -> None:
    assert_read_back(hands_of_lives(100, 160))


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_many_hands_at_random_are_read_back_to_equal_stacks() -> None:
    kinds = assert_read_back(hands_at_random(10_000, 10_800))

    assert kinds["betting"] < kinds["told whole"] / 10
