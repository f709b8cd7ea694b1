"""What the owner of a table orders, and how a table ends (R2.7, R2.9, R3.15)."""

from typing import Literal

from riverrun.contracts.events.event import Event
from riverrun.contracts.table_config import TableConfig
from riverrun.kernel.identifiers import PlayerId

EndReason = Literal["owner", "hands", "time"]


class TablePaused(Event, frozen=True, array_like=True):
    """No hand follows the one in progress until the owner lets the game go on."""


class TableContinued(Event, frozen=True, array_like=True):
    """The pause is over."""


class OptionsQueued(Event, frozen=True, array_like=True):
    """These options take the place of the present ones after the hand in progress (R2.9)."""

    config: TableConfig


class OptionsChanged(Event, frozen=True, array_like=True):
    """From here on these are the table's options: all of them."""

    config: TableConfig


class BombPotCalled(Event, frozen=True, array_like=True):
    """The next hand is a bomb pot (R3.15)."""


class PlayerMuted(Event, frozen=True, array_like=True):
    """The player may say nothing at the table any more, or (`muted` false) may again (R10.4)."""

    player: PlayerId
    muted: bool = True


class TableClosing(Event, frozen=True, array_like=True):
    """The table closes after the hand in progress; nobody sits down any more."""

    reason: EndReason


class TableClosed(Event, frozen=True, array_like=True):
    """The table is at its end: every stack has gone back to its account, and nothing else is paid (R2.7)."""

    reason: EndReason
