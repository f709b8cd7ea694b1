"""What a table answered to an operator's order, as he reads it."""

from typing import assert_never

from console.supervisor.log_line import printable
from riverrun.contracts.operator_commands import (
    DismissPlayer,
    DrainTable,
    OperatorOrder,
    ResumeTable,
    RollTable,
    SuspendTable,
    VoidHand,
)
from riverrun.contracts.table_commands import Reply
from riverrun.kernel.identifiers import CommandId, TableId, successor_of


def carried_out(table: TableId, order: OperatorOrder) -> str:
    """The table did as told."""
    match order:
        case DrainTable():
            return f"{table} plays the hand in progress to its end and deals no other; then it stands still."
        case SuspendTable():
            return f"{table} stands still, and no clock runs."
        case ResumeTable():
            return f"{table} goes on."
        case VoidHand():
            return f"{table}: the hand is void; everyone got back what was put in."
        case DismissPlayer(player=player):
            return f"{table}: {player} leaves as soon as he is in no hand."
        case RollTable():
            return f"{table} plays the hand in progress to its end and goes on as {successor_of(table)}."
        case _:
            assert_never(order)


def refused(table: TableId, reply: Reply) -> str:
    """The table did nothing, and says why."""
    numbers = ", ".join(
        f"{name}: {value}" for name, value in reply.details.items() if value not in ("", None)
    )
    return printable(f"{table} refuses ({reply.code}): {reply.message}" + (f"; {numbers}" if numbers else ""))


def unanswered(table: TableId, within_s: float, order: CommandId) -> str:
    """Nobody said anything, which does not mean that nothing was done."""
    return (
        f"{table}: nobody answered within {within_s:.0f} s. The order may yet have been carried out: "
        f"`--id {order}` gives the very same one again, and it is carried out once."
    )
