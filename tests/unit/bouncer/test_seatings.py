"""Who sits where with what, as the tables' own commits tell it, hand after hand."""

import msgspec

from riverrun.contracts.operator_commands import DismissPlayer
from riverrun.contracts.table_commands import StandUp, TopUp
from services.club.bouncer.former_members import Stranger, strangers
from services.club.bouncer.seatings import HEARD, SlotSeatings
from services.table.codec import codec
from tests.support.live_table import TABLE, LiveTable
from tests.support.rolled_life import rolled_life
from tests.support.seated_table import SMALL, SeatedTable
from tests.unit.decide.test_standing_still import orders


def followed(live: LiveTable) -> SlotSeatings:
    slot = SlotSeatings()
    for commit in live.log.commits:
        for event in codec.decode_all(commit):
            if isinstance(event, HEARD):
                slot.take(TABLE, event, commit.at_ms)
    return slot


async def test_stacks_are_the_tables_own_between_hands_whatever_was_topped_up_on_the_way() -> None:
    table = SeatedTable(SMALL)
    await table.seat("ann", "bob", "cat")
    assert not (await table.ask("ann", TopUp(200))).code
    for _ in range(3):
        await table.acts(to=30)
        await table.next_hand()

    seats = followed(table).tables[TABLE].seats

    told = {seat.player: seats[seat.seat].chips for seat in table.hosted.table.seats}
    dealt = {one.player: one.stack + one.contribution for one in table.hand.players}
    assert told == {seat.player: seat.stack + dealt[seat.player] for seat in table.hosted.table.seats}
    assert not followed(table).tables[TABLE].reserved


async def test_who_stood_up_is_remembered_with_how_long_he_sat_and_what_he_took_home() -> None:
    table = SeatedTable(SMALL)
    await table.seat("ann", "bob", "cat")
    await table.ask("ann", StandUp())
    await table.settle()
    await table.next_hand()

    slot = followed(table)

    (left,) = slot.left
    assert (left.player, left.table) == ("ann", TABLE)
    assert left.at_ms >= left.from_ms
    assert left.amount > 0
    assert [name for name, _, _ in slot.of("ann")] == []
    assert [name for name, _, _ in slot.of("bob")] == [TABLE]


async def test_what_is_kept_for_the_next_life_says_the_same() -> None:
    table = SeatedTable(SMALL)
    await table.seat("ann", "bob", "cat")
    await orders(table, DismissPlayer("excluded", "ann"))
    await table.next_hand()
    slot = followed(table)

    assert msgspec.msgpack.decode(msgspec.msgpack.encode(slot), type=SlotSeatings) == slot


class Members:
    """Stands for the directory."""

    def is_member(self, club: str, player: str) -> bool:
        return player == "bob"


async def test_who_sits_with_chips_at_a_clubs_table_and_is_no_member_is_a_stranger_there() -> None:
    table = SeatedTable(msgspec.structs.replace(SMALL, club="c1"))
    await table.seat("ann", "bob")

    found = strangers(Members(), followed(table).tables.items())  # type: ignore[arg-type]

    assert found == [Stranger("c1", TABLE, "ann", sits=True)]


async def test_who_sits_at_a_table_that_rolls_sits_at_its_next_id_as_long_and_with_as_much() -> None:
    old, new = await rolled_life("ann", "bob")
    slot = SlotSeatings()
    for commit in (*old, *new):
        for event in codec.decode_all(commit):
            if isinstance(event, HEARD):
                slot.take(commit.table, event, commit.at_ms)

    ((table, _, sitting),) = slot.of("ann")
    assert table == new[0].table
    assert sitting is not None
    assert sitting.chips > 0
    assert sitting.from_ms == old[0].at_ms
    assert old[0].table not in slot.tables
