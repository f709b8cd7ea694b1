"""`riverrun bench deal`: what a sealed and verifiable deck costs a hand, against its budget."""

import os
import random
from collections.abc import Callable, Iterable, Iterator
from itertools import count, islice
from statistics import median
from time import perf_counter
from typing import TypeVar

from console.bench.rows import BenchRow
from riverrun.kernel.deck import SEED_SIZE, OpenDeck, shuffled
from riverrun.runtime.sealing.key_ring import KEY_SIZE, Key, KeyRing
from services.table.deck import deal_deck
from services.table.sealing import SealedDeck, open_deck, seal_deck, seal_hand

BUDGET_US = 250
HANDS = 100
ROUNDS = 25
TABLE = "s0-kq3v9x2m"
HOLE = {seat: (f"player-{seat}", (seat - 1, seat + 5)) for seat in range(1, 7)}
PUBLIC = (0, 6, 1, 7, 12, 13, 14, 15, 16)
"""Six players; two of them show, five cards lie on the board."""

Made = TypeVar("Made")


def rows() -> list[BenchRow]:
    """Microseconds a hand, the median over rounds of hands; each hand is drawn, and each round is fresh."""
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

    ours = _us(_seeds, shuffled)
    theirs = _us(lambda: [list(range(52)) for _ in range(HANDS)], random.SystemRandom().shuffle)
    whole = _us(lambda: islice(hands, HANDS), whole_hand)
    return [
        _row("shuffle", ours, ours / theirs, "random.SystemRandom().shuffle"),
        _row("commit: 52 salts, leaves, root", _us(drawn, lambda deck: deck.root)),
        _row("seal for the log", _us(committed, lambda deck: seal_deck(deck, live))),
        _row(
            "whole hand: draw, shuffle, commit, seal", whole, whole / BUDGET_US, f"a budget of {BUDGET_US} us"
        ),
        _row("open again after a take-over", _us(sealed, reopen)),
        _row("archive for six players", _us(committed, lambda deck: seal_hand(deck, PUBLIC, HOLE, history))),
    ]


def _us(prepare: Callable[[], Iterable[Made]], work: Callable[[Made], object]) -> float:
    """Microseconds that `work` takes on one of what `prepare` makes, making apart."""
    took = []
    for _ in range(ROUNDS):
        prepared = list(prepare())
        started = perf_counter()
        for one in prepared:
            work(one)
        took.append((perf_counter() - started) / len(prepared))
    return median(took) * 1e6


def _seeds() -> list[bytes]:
    return [os.urandom(SEED_SIZE) for _ in range(HANDS)]


def _ring(name: str) -> KeyRing:
    return KeyRing([Key(name, os.urandom(KEY_SIZE))], name)


def _row(case: str, value: float, ratio: float | None = None, against: str | None = None) -> BenchRow:
    return BenchRow("deal", case, round(value, 1), "us", None if ratio is None else round(ratio, 2), against)
