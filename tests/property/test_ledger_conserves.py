"""Whatever is moved, however often it is asked for: chips are conserved and each transfer is made once."""

from collections.abc import Sequence

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from riverrun.contracts.refusals import Refusal
from services.club.ledger import settling
from services.club.ledger.accounts import BOUNDLESS, INSURANCE, MINT, REVENUE, at_table, member, pending
from services.club.ledger.ledger_events import ChipsMoved, Reason
from services.club.ledger.moving import Move
from services.club.ledger.settling import Agency
from tests.support.ledger_house import LedgerHouse

PLAYERS = ("ann", "bob", "cid")
TABLES = ("s0-rhine", "s0-rhone")
AGENCIES = {"ann": Agency("gus", 2_500), "bob": Agency("hal", 5_000)}

ids = st.integers(0, 30).map("t{}".format)
amounts = st.integers(-2, 400)
players = st.sampled_from(PLAYERS)
tables = st.sampled_from(TABLES)


@st.composite
def moves(draw: st.DrawFn) -> Move:
    """Any transfer that clubs and tables make."""
    player, table, amount = draw(players), draw(tables), draw(amounts)
    kinds: list[tuple[str, str, Reason]] = [
        (MINT, member(player), "grant"),
        (member(player), MINT, "take_back"),
        (member(player), pending(table), "buy_in"),
        (pending(table), at_table(table), "seated"),
        (pending(table), member(player), "buy_in_returned"),
        (at_table(table), member(player), "cash_out"),
        (at_table(table), REVENUE, "rake"),
        (at_table(table), INSURANCE, "insurance_premium"),
        (INSURANCE, at_table(table), "insurance_payout"),
    ]
    source, target, reason = draw(st.sampled_from(kinds))
    parts = ((player, amount),) if reason == "rake" else ()
    return Move(draw(ids), source, target, amount, reason, "someone", parts=parts)


@settings(max_examples=150, deadline=None)
@given(st.lists(moves(), max_size=60), st.integers(1, 20))
def test_chips_are_conserved_and_each_transfer_is_made_once(asked: Sequence[Move], every: int) -> None:
    house = LedgerHouse()
    for i, one in enumerate(asked):
        try:
            house.move(one)
            if i % every == 0:
                house.take(settling.settle(house.books, f"p{i}", AGENCIES, "own", i))
        except Refusal:
            pass
        assert house.books.total() == 0
        for name, held in house.books.accounts.items():
            assert name in BOUNDLESS or held.balance >= held.limit
    made = [event.transfer for event in house.events if isinstance(event, ChipsMoved)]
    assert len(made) == len(set(made))
    encode = msgspec.msgpack.encode
    assert encode(house.replayed().shelved()) == encode(house.state.shelved())
