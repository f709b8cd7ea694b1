"""Writes `docs/openapi.yaml` and `docs/asyncapi.yaml` from the messages' own types; `--check` only compares.

What the fields mean stands in `docs/protocol.md`; these two are for tools.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
import yaml

PROJECT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PROJECT))

from riverrun.contracts.client_messages import ClientMessage  # noqa: E402
from riverrun.contracts.club_messages import (  # noqa: E402
    AccountBalance,
    AdjustmentList,
    AgentTerms,
    ChosenTemplate,
    ClosedPeriod,
    ClubBounds,
    ClubList,
    JoinAnswer,
    JoinWish,
    LedgerEntry,
    MemberPage,
    NewAdjustment,
    NewAgent,
    NewClub,
    NewCollection,
    NewCredit,
    NewGrant,
    NewRole,
    NewSettlement,
    ProposedAdjustment,
    ShownClub,
    StatementPage,
)
from riverrun.contracts.history_messages import FigureList, HandList, ReplayedHand  # noqa: E402
from riverrun.contracts.rest_messages import (  # noqa: E402
    Guest,
    NewGuest,
    NewTable,
    Problem,
    ServerTime,
    TableList,
)
from riverrun.contracts.server_messages import ServerMessage  # noqa: E402
from riverrun.contracts.table_config import TableConfig  # noqa: E402
from riverrun.contracts.views import Snapshot  # noqa: E402
from riverrun.holdem.hand_proof import HandProof  # noqa: E402
from scripts.account_api import ACCOUNT_KINDS, account_paths  # noqa: E402
from scripts.api_operations import (  # noqa: E402
    COMPONENTS,
    HAND,
    KEY,
    PAGE,
    TABLE,
    Description,
    operation,
    schemas,
)

INFO = {"title": "Riverrun", "version": "1", "description": "See protocol.md."}

CLUB_KINDS: tuple[type[msgspec.Struct], ...] = (
    AccountBalance,
    AdjustmentList,
    AgentTerms,
    ChosenTemplate,
    ClosedPeriod,
    ClubBounds,
    ClubList,
    JoinAnswer,
    JoinWish,
    LedgerEntry,
    MemberPage,
    NewAdjustment,
    NewAgent,
    NewClub,
    NewCollection,
    NewCredit,
    NewGrant,
    NewRole,
    NewSettlement,
    ProposedAdjustment,
    ShownClub,
    StatementPage,
)


def in_path(name: str) -> Description:
    """A part of the path."""
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}


def asked(name: str, kind: str = "integer") -> Description:
    """A part of the query."""
    return {"name": name, "in": "query", "schema": {"type": kind}}


TIMES = [asked("since_ms"), asked("until_ms")]
FIGURES = [asked("players", "string"), asked("position", "string"), asked("currency", "string")]
FIGURES += [asked("big_blind"), asked("players_from"), asked("players_to"), *TIMES]
HANDS = [asked("table", "string"), asked("cards", "string"), asked("big_blind"), asked("pot_from")]
HANDS += [asked(flag, "boolean") for flag in ("all_in", "insured", "showdown")]
HANDS += [asked("since_ms"), asked("before_ms"), asked("limit")]
FORMAT = {"name": "format", "in": "query", "schema": {"type": "string", "enum": ["phh", "ohh", "stars"]}}
CLUB, MEMBER = in_path("club"), in_path("player")
ACCOUNT = {"name": "account", "in": "query", "schema": {"type": "string"}}


def wish(
    summary: str,
    answer: type[msgspec.Struct] | None,
    body: type[msgspec.Struct] | None = None,
    *parts: Description,
    status: int = 204,
) -> Description:
    """What changes something, and may be asked again under its key."""
    return operation(summary, answer, status=status, body=body, parameters=[*parts, KEY])


def club_paths() -> Description:
    """Clubs."""
    member, template = (CLUB, MEMBER), (CLUB, in_path("template"))
    return {
        "/v1/clubs": {
            "get": operation("One's clubs", ClubList),
            "post": wish("Found a club", ShownClub, NewClub, status=201),
        },
        "/v1/clubs/joins": {"post": wish("Ask to be let in", None, JoinWish)},
        "/v1/clubs/{club}": {"get": operation("A club", ShownClub, parameters=[CLUB])},
        "/v1/clubs/{club}/members": {
            "get": operation("Members, a page at a time", MemberPage, parameters=[CLUB, *PAGE])
        },
        "/v1/clubs/{club}/members/{player}": {"delete": wish("Leave, or have go", None, None, *member)},
        "/v1/clubs/{club}/members/{player}/answer": {
            "post": wish("Let in, or not", None, JoinAnswer, *member)
        },
        "/v1/clubs/{club}/members/{player}/role": {"put": wish("Give a role", None, NewRole, *member)},
        "/v1/clubs/{club}/members/{player}/agent": {"put": wish("Give an agent", None, NewAgent, *member)},
        "/v1/clubs/{club}/members/{player}/terms": {
            "put": wish("Say what an agent gets", None, AgentTerms, *member)
        },
        "/v1/clubs/{club}/members/{player}/credit": {"put": wish("Give credit", None, NewCredit, *member)},
        "/v1/clubs/{club}/code": {"post": wish("A new code", ShownClub, None, CLUB, status=200)},
        "/v1/clubs/{club}/bounds": {"put": wish("Bounds of the club", None, ClubBounds, CLUB)},
        "/v1/clubs/{club}/templates/{template}": {
            "put": wish("Keep a set of options", None, TableConfig, *template),
            "delete": wish("Keep it no more", None, None, *template),
        },
        "/v1/clubs/{club}/tables": {"post": wish("Open a table", NewTable, ChosenTemplate, CLUB, status=201)},
    }


def chip_paths() -> Description:
    """A club's chips."""
    adjustment = (CLUB, in_path("adjustment"))
    return {
        "/v1/clubs/{club}/balance": {
            "get": operation("What an account holds", AccountBalance, parameters=[CLUB, ACCOUNT])
        },
        "/v1/clubs/{club}/statement": {
            "get": operation("An account's entries", StatementPage, parameters=[CLUB, ACCOUNT, *PAGE])
        },
        "/v1/clubs/{club}/grants": {"post": wish("Grant chips", LedgerEntry, NewGrant, CLUB, status=201)},
        "/v1/clubs/{club}/take_backs": {
            "post": wish("Take chips back", LedgerEntry, NewGrant, CLUB, status=201)
        },
        "/v1/clubs/{club}/collections": {
            "post": wish("Collect an agent's earnings", LedgerEntry, NewCollection, CLUB, status=201)
        },
        "/v1/clubs/{club}/adjustments": {
            "get": operation("Corrections that wait", AdjustmentList, parameters=[CLUB]),
            "post": wish("Propose a correction", ProposedAdjustment, NewAdjustment, CLUB, status=201),
        },
        "/v1/clubs/{club}/adjustments/{adjustment}": {
            "delete": wish("Give a correction up", None, None, *adjustment)
        },
        "/v1/clubs/{club}/adjustments/{adjustment}/approval": {
            "post": wish("Approve a correction", LedgerEntry, None, *adjustment, status=201)
        },
        "/v1/clubs/{club}/settlements": {
            "post": wish("Close a period", ClosedPeriod, NewSettlement, CLUB, status=201)
        },
    }


def openapi() -> Description:
    """The REST part."""
    kinds: list[type[msgspec.Struct]] = [
        Guest,
        NewGuest,
        NewTable,
        Problem,
        ServerTime,
        TableList,
        TableConfig,
        Snapshot,
        HandProof,
        *ACCOUNT_KINDS,
        *CLUB_KINDS,
        FigureList,
        HandList,
        ReplayedHand,
    ]
    return {
        "openapi": "3.1.0",
        "info": INFO,
        "security": [{"token": []}],
        "paths": {
            "/v1/guests": {"post": operation("A new guest", Guest, status=201, body=NewGuest, anyone=True)},
            "/v1/time": {"get": operation("The server's clock", ServerTime, anyone=True)},
            "/v1/tables": {
                "get": operation("The lobby", TableList),
                "post": operation("Open a table", NewTable, status=201, body=TableConfig, parameters=[KEY]),
            },
            "/v1/tables/{table}": {
                "get": operation("A table as the caller may see it", Snapshot, parameters=[TABLE])
            },
            "/v1/tables/{table}/hands/{hand}": {
                "get": operation("A finished hand with its proofs", HandProof, parameters=[TABLE, HAND])
            },
            "/v1/figures": {"get": operation("Players' figures", FigureList, parameters=FIGURES)},
            "/v1/hands": {"get": operation("One's finished hands", HandList, parameters=HANDS)},
            "/v1/hands/{table}/{hand}": {
                "get": operation("A finished hand, step by step", ReplayedHand, parameters=[TABLE, HAND])
            },
            "/v1/hands/{table}/{hand}/file": {
                "get": operation("A finished hand as a file", None, parameters=[TABLE, HAND, FORMAT])
            },
            **account_paths(),
            **club_paths(),
            **chip_paths(),
        },
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}},
            "schemas": schemas(kinds),
        },
    }


def asyncapi() -> Description:
    """The WebSocket, from the client's side."""
    sent, received = ClientMessage.__subclasses__(), ServerMessage.__subclasses__()

    def messages(kinds: Sequence[type[msgspec.Struct]]) -> list[Description]:
        return [{"$ref": f"#/channels/socket/messages/{kind.__name__}"} for kind in kinds]

    return {
        "asyncapi": "3.0.0",
        "info": INFO,
        "defaultContentType": "application/json",
        "channels": {
            "socket": {
                "address": "/v1/ws",
                "messages": {
                    kind.__name__: {
                        "name": kind.__struct_config__.tag,
                        "payload": {"$ref": COMPONENTS.format(name=kind.__name__)},
                    }
                    for kind in (*sent, *received)
                },
            }
        },
        "operations": {
            "say": {
                "action": "send",
                "channel": {"$ref": "#/channels/socket"},
                "messages": messages(sent),
            },
            "hear": {
                "action": "receive",
                "channel": {"$ref": "#/channels/socket"},
                "messages": messages(received),
            },
        },
        "components": {"schemas": schemas([*sent, *received])},
    }


def documents() -> dict[Path, str]:
    """Each file's path and text."""
    described = {"openapi.yaml": openapi(), "asyncapi.yaml": asyncapi()}
    return {
        PROJECT / "docs" / name: yaml.safe_dump(content, sort_keys=False, width=110, allow_unicode=True)
        for name, content in described.items()
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; fail where a file is stale")
    check = parser.parse_args().check
    stale = [path for path, text in documents().items() if not path.exists() or path.read_text() != text]
    for path in stale:
        if not check:
            path.write_text(documents()[path])
        print(f"{'stale' if check else 'written'}: {path.relative_to(PROJECT)}")
    return int(check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
