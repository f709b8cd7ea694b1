"""What one of the crowd asks for, what came of it, and what of it belongs into the ledger."""

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import CommandId, PlayerId, TableId, TransferId
from services.club.ledger.accounts import MINT, Account, member
from services.club.ledger.ledger_events import Reason

Kind: TypeAlias = Literal["grant", "take_back", "transfer", "sit_down", "top_up", "stand_up"]
AT_THE_CLUB: tuple[Kind, ...] = ("grant", "take_back", "transfer")
"""All others are asked of a table."""
Came: TypeAlias = Literal["asked", "done", "refused", "unknown"]
"""`unknown`: whoever asked gave up before there was an answer."""


class Legs(NamedTuple):
    """A transfer as it must stand in the ledger."""

    source: Account
    target: Account
    amount: Chips
    reason: Reason


@dataclass
class Operation:
    """`id` is the command's at a table, and the client's part of a transfer's id at the club."""

    kind: Kind
    id: CommandId
    club: str
    player: PlayerId
    amount: Chips = 0
    table: TableId = ""
    target: PlayerId = ""
    came: Came = "asked"
    code: str = ""


def transfer_of(one: Operation, owner: PlayerId) -> TransferId:
    """The id that its transfer has in the ledger, if it is the club's."""
    return f"adj.{one.id}" if one.kind == "transfer" else f"by.{owner}.{one.id}"


def legs_of(one: Operation) -> Legs:
    """What it moves, if it is the club's."""
    account = member(one.player)
    match one.kind:
        case "grant":
            return Legs(MINT, account, one.amount, "grant")
        case "take_back":
            return Legs(account, MINT, one.amount, "take_back")
        case "transfer":
            return Legs(account, member(one.target), one.amount, "adjustment")
        case _:
            raise AssertionError(f"{one.kind} is a table's")
