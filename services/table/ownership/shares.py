"""How many slots a process should hold, from what it sees of the others. Pure."""

from collections.abc import Collection
from functools import lru_cache

from riverrun.kernel.identifiers import SLOTS_PER_SHARD, TableId, shard_of, slot_of


class NotOurs(Exception):
    """The table's slot is not, or no longer, this process's to host."""


def slot_key(shard: int, slot: int) -> str:
    """A slot's key in the lease book."""
    return f"slot.{shard}.{slot}"


@lru_cache(maxsize=16_384)
def slot_of_table(table: TableId) -> str:
    """The key of the slot that a table belongs to."""
    return slot_key(shard_of(table), slot_of(table))


def all_slots(shards: int) -> tuple[str, ...]:
    """The keys of every slot."""
    return tuple(slot_key(shard, slot) for shard in range(shards) for slot in range(SLOTS_PER_SHARD))


def fair_share(slots: int, hosts: int) -> int:
    """The most that one of `hosts` processes should hold."""
    return -(-slots // max(1, hosts))


def slots_to_take(free: Collection[str], held: int, share: int) -> tuple[str, ...]:
    """Free slots up to the share."""
    return tuple(sorted(free))[: max(0, share - held)]


def slots_to_hand_over(held: Collection[str], share: int) -> tuple[str, ...]:
    """What a newcomer may have: the slots beyond the share."""
    return tuple(sorted(held, reverse=True))[: max(0, len(held) - share)]
