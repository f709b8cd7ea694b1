"""Every message that a client may be sent on the WebSocket, told apart by `type`.

Messages only grow: a client passes over fields, and types of message and event, that it does not know.
"""

from typing import Literal, TypeAlias

from msgspec import Raw, Struct

from riverrun.contracts.talk import TalkKind
from riverrun.contracts.views import EventView, LobbyEntry, TableView
from riverrun.kernel.identifiers import PlayerId, SeatNo, TableId

Details: TypeAlias = dict[str, int | str | bool | None]
ByeReason: TypeAlias = Literal["restart", "flood", "not_authenticated", "protocol_unsupported"]


class ServerMessage(Struct, frozen=True, tag_field="type", kw_only=True):
    """Anything to a client."""


class Limits(Struct, frozen=True):
    """What a connection may do; beyond it messages are refused, later the connection is closed."""

    watched_tables: int
    message_bytes: int
    messages_per_s: int
    messages_burst: int
    unanswered: int
    heartbeat_s: int


class WelcomeMessage(ServerMessage, frozen=True, tag="welcome"):
    """Answer to `hello`: the protocol agreed on and the server's time, for drawing timers right."""

    id: str
    protocol: int
    player: PlayerId
    name: str
    now_ms: int
    limits: Limits


class AckMessage(ServerMessage, frozen=True, tag="ack"):
    """The message `id` was accepted; `result` says what it gave, if anything."""

    id: str
    result: Raw


class ErrorMessage(ServerMessage, frozen=True, tag="error"):
    """The message `id` was refused and changed nothing; `id` is null where it could not be read."""

    id: str | None
    code: str
    message: str
    details: Details = {}


class SnapshotMessage(ServerMessage, frozen=True, tag="snapshot"):
    """All that this player may see of a table, at one version of one feed; replaces whatever was known."""

    table: TableId
    feed: str
    version: int
    channel: Literal["public", "player"]
    now_ms: int
    view: TableView


class EventsMessage(ServerMessage, frozen=True, tag="events"):
    """The next version of the feed: the visible events of one decision."""

    table: TableId
    feed: str
    version: int
    at_ms: int
    events: list[EventView]


class TalkMessage(ServerMessage, frozen=True, tag="talk"):
    """Somebody said something at a table that is watched, or threw something at seat `to` (R10.4)."""

    table: TableId
    at_ms: int
    player: PlayerId
    name: str
    kind: TalkKind
    text: str
    to: SeatNo | None = None


class ReconnectingMessage(ServerMessage, frozen=True, tag="reconnecting"):
    """The table cannot be heard for the moment; a snapshot, or the events missed, will follow."""

    table: TableId


class LobbyMessage(ServerMessage, frozen=True, tag="lobby"):
    """The list of tables, by name; replaces whatever was known of it."""

    tables: list[LobbyEntry]


class LobbyChangedMessage(ServerMessage, frozen=True, tag="lobby_changed"):
    """Tables of the list that are new or look different, and those that are listed no more."""

    tables: list[LobbyEntry]
    gone: list[TableId]


class MovedMessage(ServerMessage, frozen=True, tag="moved"):
    """The table goes on under the id `to`, and is watched there from here on: its snapshot follows."""

    table: TableId
    to: TableId


class ByeMessage(ServerMessage, frozen=True, tag="bye"):
    """The server closes the connection."""

    reason: ByeReason


AnyServerMessage: TypeAlias = (
    WelcomeMessage
    | AckMessage
    | ErrorMessage
    | SnapshotMessage
    | EventsMessage
    | TalkMessage
    | ReconnectingMessage
    | LobbyMessage
    | LobbyChangedMessage
    | MovedMessage
    | ByeMessage
)
