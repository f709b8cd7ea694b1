"""What a client's message asks of a table, in the table's own words."""

from typing import Any, get_args

from riverrun.contracts.client_messages import ActMessage, CommandMessage
from riverrun.contracts.table_commands import (
    Action,
    AllIn,
    Bet,
    Call,
    Check,
    Command,
    Fold,
    RaiseTo,
    Say,
    TableCommand,
)
from services.gateway.refusals import BadMessage

_COMMANDS: dict[str | int | None, type[Any]] = {
    kind.__struct_config__.tag: kind for kind in (*get_args(TableCommand), Say)
}
"""A message and the command that it becomes are called the same, and so are their fields; a test holds it."""


def order_in(message: CommandMessage) -> TableCommand | Say:
    """The command to send. Raises `BadMessage` where `to` is missing or out of place."""
    if isinstance(message, ActMessage):
        return _action(message)
    kind: type[Any] = command_of(type(message))
    fields = {name: getattr(message, name) for name in fields_told(type(message))}
    command: TableCommand | Say = kind(**fields)
    return command


def command_of(message: type[CommandMessage]) -> type[Command]:
    """The kind of command that a kind of message becomes."""
    return _COMMANDS[message.__struct_config__.tag]


def fields_told(message: type[CommandMessage]) -> tuple[str, ...]:
    """What a message says of its command: all but its own id and the table."""
    return tuple(name for name in message.__struct_fields__ if name not in ("id", "table"))


def _action(message: ActMessage) -> Action:
    hand, turn, to = message.hand, message.turn, message.to
    if message.do in {"bet", "raise"}:
        if to is None:
            raise BadMessage("to", f"a {message.do} needs `to`, its total")
        return Bet(hand, turn, to) if message.do == "bet" else RaiseTo(hand, turn, to)
    if to is not None:
        raise BadMessage("to", f"`to` has no meaning with {message.do}")
    match message.do:
        case "fold":
            return Fold(hand, turn)
        case "check":
            return Check(hand, turn)
        case "call":
            return Call(hand, turn)
        case "all_in":
            return AllIn(hand, turn)
        case _:
            raise AssertionError(message.do)
