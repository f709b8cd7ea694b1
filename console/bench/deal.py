"""`riverrun bench deal`: what a sealed and verifiable deck costs a hand, against its budget."""

import os
import random
from collections.abc import Callable, Iterable, Iterator
from itertools import count, islice
from statistics import median
from time import perf_counter
from typing import TypeVar

from console.bench.rows import BenchRow
from riverrun.contracts.table_events import HandSealed
from riverrun.kernel.deck import SEED_SIZE, OpenDeck, shuffled
from riverrun.runtime.sealing.key_ring import KEY_SIZE, Key, KeyRing
from services.table.deck import deal_deck
from services.table.sealing import SealedDeck, open_deck, seal_deck, seal_hand

BUDGET_US = 250
HANDS = 50
ROUNDS = 50
TABLE = "s0-kq3v9x2m"
HOLE = {seat: (f"player-{seat}", (seat - 1, seat + 5)) for seat in range(1, 7)}
PUBLIC = (0, 6, 1, 7, 12, 13, 14, 15, 16)
"""Six players; two of them show, five cards lie on the board."""

Made = TypeVar("Made")


def rows() -> list[BenchRow]:
    """Microseconds a hand, each hand drawn afresh.

    The least over rounds, as `timeit` has it; the median tells what the machine's other work adds.
    """
    live, history = _ring("live"), _ring("history")
    hands = count(1)

    def drawn() -> Iterator[OpenDeck]:
        return (deal_deck(TABLE, hand, os.urandom(SEED_SIZE)) for hand in islice(hands, HANDS))

    def committed() -> Iterator[OpenDeck]:
        for deck in drawn():
            assert deck.root, "worked out here, and kept by the deck"
            yield deck

    def sealed() -> Iterator[tuple[OpenDeck, SealedDeck]]:
        return ((deck, seal_deck(deck, live)) for deck in committed())

    def whole_hand(hand: int) -> SealedDeck:
        return seal_deck(deal_deck(TABLE, hand, os.urandom(SEED_SIZE)), live)

    def reopen(one: tuple[OpenDeck, SealedDeck]) -> OpenDeck:
        deck, box = one
        return open_deck(TABLE, deck.hand, box.commitment, box.box, box.key_id, live)

    def archive(deck: OpenDeck) -> HandSealed:
        return seal_hand(deck, PUBLIC, HOLE, history)

    ours = _us(_seeds, shuffled)
    theirs = _us(lambda: [list(range(52)) for _ in range(HANDS)], random.SystemRandom().shuffle)
    whole = _us(lambda: islice(hands, HANDS), whole_hand)
    budget = f"a budget of {BUDGET_US} us"
    return [
        _row("shuffle", min(ours), min(theirs), "random.SystemRandom().shuffle"),
        _row("commit: 52 salts, leaves, root", min(_us(drawn, lambda deck: deck.root))),
        _row("seal for the log", min(_us(committed, lambda deck: seal_deck(deck, live)))),
        _row("whole hand: draw, shuffle, commit, seal", min(whole), BUDGET_US, budget),
        _row("whole hand, median round", median(whole), BUDGET_US, budget),
        _row("open again after a take-over", min(_us(sealed, reopen))),
        _row("archive for six players", min(_us(committed, archive))),
    ]


def _us(prepare: Callable[[], Iterable[Made]], work: Callable[[Made], object]) -> list[float]:
    """For each round, the microseconds that `work` takes on one of what `prepare` makes, making apart."""
    took = []
    for _ in range(ROUNDS):
        prepared = list(prepare())
        started = perf_counter()
        for one in prepared:
            work(one)
        took.append((perf_counter() - started) / len(prepared) * 1e6)
    return took


def _seeds() -> list[bytes]:
    return [os.urandom(SEED_SIZE) for _ in range(HANDS)]


def _ring(name: str) -> KeyRing:
    return KeyRing([Key(name, os.urandom(KEY_SIZE))], name)


def _row(case: str, value: float, other: float | None = None, against: str | None = None) -> BenchRow:
    ratio = None if other is None else round(value / other, 2)
    return BenchRow("deal", case, round(value, 1), "us", ratio, against)
