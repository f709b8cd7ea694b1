"""What an operator, or the club service, may order a table to do: out of the gateway's reach.

Each order that is carried out is an event of the table, with the operator's name as the actor (R11.3).
"""

from typing import TypeAlias

import msgspec

from riverrun.kernel.identifiers import CommandId, PlayerId


class Order(msgspec.Struct, frozen=True, tag_field="order", forbid_unknown_fields=True):
    """Something an operator wants of one table. `reason` is shown to its players."""

    reason: str


class DrainTable(Order, frozen=True, tag="drain"):
    """Play the hand in progress to its end, then suspend."""


class SuspendTable(Order, frozen=True, tag="suspend"):
    """Stand still at once; clocks stop."""


class ResumeTable(Order, frozen=True, tag="resume"):
    """Go on."""


class VoidHand(Order, frozen=True, tag="void_hand"):
    """End the hand in progress: contributions go back, nothing more is shown (R2.8).

    `hand` is the number of the one that is meant, so that an order which comes late voids no other; 0 is any.
    """

    hand: int = 0


class DismissPlayer(Order, frozen=True, tag="dismiss"):
    """Have a player leave once he is in no hand, and wait here no more; `reason` is told to him alone.

    Where he neither sits nor waits nothing happens, and sent again it does no more.
    """

    player: PlayerId = ""


class RollTable(Order, frozen=True, tag="roll"):
    """Go on under a new id after the hand in progress, before the time for it has come."""


OperatorOrder: TypeAlias = DrainTable | SuspendTable | ResumeTable | VoidHand | DismissPlayer | RollTable


class OrderRequest(msgspec.Struct, frozen=True):
    """An order on its way to a table."""

    id: CommandId
    operator: str
    body: OperatorOrder


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(OrderRequest).decode


def encode_order(order: OrderRequest) -> bytes:
    """As sent to `orders.<shard>.<slot>.<table>`."""
    return _encode(order)


def decode_order(data: bytes) -> OrderRequest:
    """Raises `msgspec.ValidationError`, `msgspec.DecodeError`."""
    return _decode(data)
