"""What the REST part of the clients' API takes and gives, besides table options and views."""

from typing import Annotated

from msgspec import Meta, Struct

from riverrun.contracts.server_messages import Details
from riverrun.contracts.views import LobbyEntry
from riverrun.kernel.identifiers import PlayerId, TableId


class NewGuest(Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for a guest's account under a name of 1 to 20 printable characters; names need not be unique."""

    name: Annotated[str, Meta(min_length=1, max_length=80)]


class Guest(Struct, frozen=True):
    """A guest and the token that proves it, until `expires_ms`."""

    player: PlayerId
    name: str
    token: str
    expires_ms: int


class NewTable(Struct, frozen=True):
    """A table was opened."""

    table: TableId


class TableList(Struct, frozen=True):
    """The lobby."""

    tables: list[LobbyEntry]


class ServerTime(Struct, frozen=True):
    """The server's clock."""

    now_ms: int


class Problem(Struct, frozen=True):
    """A refusal as `application/problem+json` (RFC 9457), with `code` and `details` as on the WebSocket."""

    title: str
    status: int
    code: str
    detail: str
    details: Details = {}
