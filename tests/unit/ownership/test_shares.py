"""How many slots a process should hold."""

import pytest

from services.table.ownership.shares import (
    all_slots,
    fair_share,
    slot_of_table,
    slots_to_hand_over,
    slots_to_take,
)


@pytest.mark.parametrize(("hosts", "share"), [(0, 16), (1, 16), (2, 8), (3, 6), (5, 4), (16, 1), (40, 1)])
def test_the_fair_share_of_sixteen_slots_is_rounded_up(hosts: int, share: int) -> None:
    assert fair_share(16, hosts) == share


def test_free_slots_are_taken_up_to_the_share_only() -> None:
    free = ["slot.0.3", "slot.0.1", "slot.0.2"]

    assert slots_to_take(free, held=6, share=8) == ("slot.0.1", "slot.0.2")
    assert slots_to_take(free, held=8, share=8) == ()
    assert slots_to_take(free, held=9, share=8) == ()


def test_what_is_held_beyond_the_share_is_handed_over() -> None:
    assert slots_to_hand_over({"slot.0.1", "slot.0.2", "slot.0.3"}, 2) == ("slot.0.3",)
    assert slots_to_hand_over({"slot.0.1"}, 2) == ()


def test_every_table_belongs_to_a_slot_of_its_shard() -> None:
    slots = all_slots(2)

    assert len(slots) == 32
    assert {slot_of_table(f"s1-table{number:04}") for number in range(500)} == set(slots[16:])
