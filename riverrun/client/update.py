"""One step in the life of a watched table, as its iterator gives it."""

from dataclasses import dataclass
from typing import Literal

from riverrun.contracts.server_messages import TalkMessage
from riverrun.contracts.views import EventView, TableView


@dataclass(frozen=True)
class Update:
    """The table after a message from the server.

    `snapshot`: the view was sent whole, on joining or after something was lost. `events`: they led to this
    view. `reconnecting`: the view is the last one known, and a fresh one will follow. `talk`: somebody `said`
    something. `skipped` counts the updates dropped before this one because nobody read them; the view is
    complete all the same.
    """

    kind: Literal["snapshot", "events", "reconnecting", "talk"]
    view: TableView
    at_ms: int
    events: tuple[EventView, ...] = ()
    skipped: int = 0
    said: TalkMessage | None = None
