"""Whether somebody may say something at a table; nothing of it is an event (R10.4)."""

from riverrun.contracts import refusals
from riverrun.contracts.table_commands import Say
from riverrun.contracts.talk import EMOJI, MOST_LETTERS, THROWABLES, Said
from riverrun.holdem.state import Table, seat_at, seat_of
from riverrun.kernel.identifiers import PlayerId


def say(table: Table, player: PlayerId, name: str, command: Say, now_ms: int) -> Said:
    """What is said. Raises `TalkIsOff`, `NotSeated`, `IsMuted`, `NothingSaid`."""
    mode = table.config.talk
    if mode == "off" or table.closed:
        raise refusals.TalkIsOff
    if mode == "seated" and seat_of(table, player) is None:
        raise refusals.NotSeated
    if player in table.muted:
        raise refusals.IsMuted
    text = command.text.strip()
    if not _is_sayable(table, command, text):
        raise refusals.NothingSaid
    return Said(now_ms, player, name, command.kind, text, command.to)


def _is_sayable(table: Table, command: Say, text: str) -> bool:
    match command.kind:
        case "chat":
            return 0 < len(text) <= MOST_LETTERS and text.isprintable() and command.to is None
        case "emoji":
            return text in EMOJI and command.to is None
        case "throw":
            return text in THROWABLES and command.to is not None and seat_at(table, command.to) is not None
