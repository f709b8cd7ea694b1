"""The commitment to a deck: a Merkle root over 52 salted cards, by which single cards are proven (R11.4).

The tree is the one of RFC 6962, so that others' code can check a path; docs/fairness.md gives every byte.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final, TypeAlias

from riverrun.kernel.cards import Card
from riverrun.kernel.identifiers import TableId

DECK_SIZE: Final = 52
HASH_SIZE: Final = 32
SALT_SIZE: Final = 32
OPENING_SIZE: Final = 2 + SALT_SIZE

MerklePath: TypeAlias = tuple[bytes, ...]
"""The siblings of a leaf from the bottom up; where a node rises alone there is none."""

_LEAF = b"\x00riverrun/deck/1/leaf"
_NODE = b"\x01"


class NotAnOpening(ValueError):
    """A position or card outside 0..51, or a salt that is not 32 bytes."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What opens one place of the deck; its repr hides it from log lines (R1.6). Raises `NotAnOpening`."""

    position: int
    card: Card = field(repr=False)
    salt: bytes = field(repr=False)

    def __post_init__(self) -> None:
        places = range(DECK_SIZE)
        if self.position not in places or self.card not in places or len(self.salt) != SALT_SIZE:
            raise NotAnOpening(f"not an opening of a place of the deck: position {self.position}")

    def packed(self) -> bytes:
        """34 bytes: position, card, salt."""
        return bytes((self.position, self.card)) + self.salt

    @classmethod
    def unpacked(cls, data: bytes) -> "Opening":
        """Read what `packed` wrote. Raises `NotAnOpening`."""
        if len(data) != OPENING_SIZE:
            raise NotAnOpening(f"an opening has {OPENING_SIZE} bytes, not {len(data)}")
        return cls(position=data[0], card=data[1], salt=data[2:])


def leaf_of(table: TableId, hand: int, opening: Opening) -> bytes:
    """The leaf that an opening hashes to; it binds table, hand, position, card and salt."""
    return sha256(_leaf_prefix(table, hand) + opening.packed()).digest()


def leaves_of(table: TableId, hand: int, order: Sequence[Card], salts: Iterable[bytes]) -> list[bytes]:
    """The leaves of a whole deck, in its order."""
    begun = sha256(_leaf_prefix(table, hand))
    leaves = []
    for place, salt in zip(enumerate(order), salts, strict=True):
        leaf = begun.copy()
        leaf.update(bytes(place) + salt)
        leaves.append(leaf.digest())
    return leaves


def root_of(leaves: Sequence[bytes]) -> bytes:
    """The Merkle root; an odd last node rises unchanged to the next level."""
    level = leaves
    while len(level) > 1:
        level = _level_above(level)
    return level[0]


def path_of(leaves: Sequence[bytes], position: int) -> MerklePath:
    """The siblings from the leaf at `position` up to the root: six, but four for the last four positions."""
    level, at, path = leaves, position, []
    while len(level) > 1:
        if at ^ 1 < len(level):
            path.append(level[at ^ 1])
        level, at = _level_above(level), at // 2
    return tuple(path)


def root_by_path(leaf: bytes, position: int, path: MerklePath) -> bytes | None:
    """The root that a leaf and its path lead to; None when the path is not as long as the position asks."""
    node, at, width, siblings = leaf, position, DECK_SIZE, iter(path)
    while width > 1:
        if at ^ 1 < width:
            sibling = next(siblings, None)
            if sibling is None:
                return None
            node = _node(sibling, node) if at & 1 else _node(node, sibling)
        at, width = at // 2, (width + 1) // 2
    return node if next(siblings, None) is None else None


def verify_opening(root: bytes, table: TableId, hand: int, opening: Opening, path: MerklePath) -> bool:
    """Whether the deck committed to by `root` has that card at that position."""
    return root_by_path(leaf_of(table, hand, opening), opening.position, path) == root


def split_leaves(joined: bytes) -> list[bytes]:
    """The 52 leaf hashes from the one piece that events and exports carry. Raises `ValueError`."""
    if len(joined) != DECK_SIZE * HASH_SIZE:
        raise ValueError(f"a deck's leaves have {DECK_SIZE * HASH_SIZE} bytes, not {len(joined)}")
    return [joined[at : at + HASH_SIZE] for at in range(0, len(joined), HASH_SIZE)]


def hand_bytes(hand: int) -> bytes:
    """A hand's number wherever it is bound: eight bytes, big-endian."""
    return hand.to_bytes(8, "big")


def _leaf_prefix(table: TableId, hand: int) -> bytes:
    name = table.encode("ascii")
    return _LEAF + bytes((len(name),)) + name + hand_bytes(hand)


def _level_above(level: Sequence[bytes]) -> list[bytes]:
    pairs = zip(level[::2], level[1::2], strict=False)
    above = [sha256(_NODE + left + right).digest() for left, right in pairs]
    if len(level) & 1:
        above.append(level[-1])
    return above


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(_NODE + left + right).digest()
