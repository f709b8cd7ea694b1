"""A buy-in is paid as it was decided: no other process has moved the account's chips in between."""

from functools import partial

import pytest

from services.club.counter.paying import behind
from services.club.ledger import moving
from services.club.ledger.accounts import MINT, member
from services.club.ledger.asked import LedgerAway
from services.club.ledger.books import Books, apply
from services.club.ledger.moving import Move, buy_in

ANN = member("ann")


def books_with(chips: int) -> Books:
    books = Books("c1", "play", 0, 1)
    granted = moving.move(books, Move("g1", MINT, ANN, chips, "grant", "owner"), None, 0)
    assert granted is not None
    apply(books, granted)
    return books


def test_two_buy_ins_that_each_found_room_within_a_limit_are_not_both_paid() -> None:
    books = books_with(1_000)
    as_of = books.holding(ANN).entry
    first, second = (
        behind(ANN, as_of, partial(moving.decided, buy_in(transfer, "ann", "s0-a", 600), 0))
        for transfer in ("s0-a.t1", "s0-a.t2")
    )

    (paid,) = first(books, None)
    apply(books, paid)

    with pytest.raises(LedgerAway):
        second(books, None)
    assert list(first(books, paid)) == []


def test_who_limits_nothing_is_paid_whatever_moved_meanwhile() -> None:
    books = books_with(1_000)
    decide = behind(ANN, None, partial(moving.decided, buy_in("s0-a.t1", "ann", "s0-a", 600), 0))

    assert len(decide(books, None)) == 1
