"""What a player's own cards are bound to when sealed for history, and what lies in the box (R1.6)."""

from riverrun.kernel.commitment import OPENING_SIZE, Opening, hand_bytes
from riverrun.kernel.identifiers import PlayerId, SeatNo, TableId

_HISTORY = b"riverrun/deck/1/history"


def bound_to_owner(table: TableId, hand: int, seat: SeatNo, player: PlayerId) -> tuple[bytes, ...]:
    """The box opens for this player's seat in this hand, and for nothing else."""
    return _HISTORY, table.encode(), hand_bytes(hand), bytes((seat,)), player.encode()


def openings_in(content: bytes) -> tuple[Opening, ...]:
    """The cards in a box that was opened, in the order dealt. Raises `NotAnOpening`."""
    starts = range(0, len(content), OPENING_SIZE)
    return tuple(Opening.unpacked(content[start : start + OPENING_SIZE]) for start in starts)
