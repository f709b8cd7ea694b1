"""The players' cut: nonces that players commit to ahead of a hand together permute its sealed deck (R11.4).

docs/fairness.md gives every byte.
"""

from collections.abc import Iterable
from hashlib import sha256
from typing import Final, TypeAlias

from riverrun.kernel.commitment import hand_bytes
from riverrun.kernel.deck import order_drawn_by, squeezed_from
from riverrun.kernel.identifiers import PlayerId, SeatNo, TableId

NONCE_SIZE: Final = 32

Places: TypeAlias = tuple[int, ...]
"""For each place cards are dealt from, in the order of dealing, the place of the committed deck it became."""

_NONCE = b"\x02riverrun/cut/1/nonce"
_SEED = b"\x03riverrun/cut/1/seed"
_ORDER = b"riverrun/cut/1/order"


def cut_commitment(table: TableId, hand: int, player: PlayerId, nonce: bytes) -> bytes:
    """What a player tells of his nonce ahead, 32 bytes; it binds table, hand and player."""
    return sha256(_NONCE + _named(table) + hand_bytes(hand) + _named(player) + nonce).digest()


def cut_places(table: TableId, hand: int, root: bytes, nonces: Iterable[tuple[SeatNo, bytes]]) -> Places:
    """The cut that all nonces together give; over each of them, whatever the others are, none is favoured."""
    told = b"".join(bytes((seat,)) + nonce for seat, nonce in sorted(nonces))
    seed = sha256(_SEED + _named(table) + hand_bytes(hand) + root + told).digest()
    return order_drawn_by(squeezed_from(_ORDER + seed))


def _named(name: str) -> bytes:
    text = name.encode("ascii")
    return bytes((len(text),)) + text
