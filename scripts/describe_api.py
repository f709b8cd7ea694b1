"""Writes `docs/openapi.yaml` and `docs/asyncapi.yaml` from the messages' own types; `--check` only compares.

What the fields mean stands in `docs/protocol.md`; these two are for tools.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
import yaml

PROJECT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PROJECT))

from riverrun.contracts.account_messages import (  # noqa: E402
    Account,
    BuyInLimit,
    Deletion,
    DevicePage,
    Exclusion,
    Me,
    NewAccount,
    NewOutsideSession,
    NewPassword,
    NewSession,
    RefreshSession,
    Rules,
)
from riverrun.contracts.client_messages import ClientMessage  # noqa: E402
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

COMPONENTS = "#/components/schemas/{name}"
TABLE = {"name": "table", "in": "path", "required": True, "schema": {"type": "string"}}
HAND = {"name": "hand", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0}}
DEVICE = {"name": "device", "in": "path", "required": True, "schema": {"type": "string"}}
OTHER = {"name": "player", "in": "path", "required": True, "schema": {"type": "string"}}
PAGE = (
    {"name": "limit", "in": "query", "schema": {"type": "integer", "minimum": 1, "maximum": 100}},
    {"name": "cursor", "in": "query", "schema": {"type": "string"}},
)
KEY = {
    "name": "Idempotency-Key",
    "in": "header",
    "schema": {"type": "string", "pattern": "^[A-Za-z0-9_-]{8,64}$"},
}
INFO = {"title": "Riverrun", "version": "1", "description": "See protocol.md."}

Description = dict[str, Any]


def schemas(kinds: Sequence[type[msgspec.Struct]]) -> Description:
    """The types' schemas, and those of all that they are made of, by name."""
    _, components = msgspec.json.schema_components(kinds, ref_template=COMPONENTS)
    return dict(sorted(components.items()))


def content(kind: type[msgspec.Struct], media: str = "application/json") -> Description:
    """A body of that type."""
    return {"content": {media: {"schema": {"$ref": COMPONENTS.format(name=kind.__name__)}}}}


def operation(
    summary: str,
    answer: type[msgspec.Struct] | None,
    *,
    status: int = 200,
    body: type[msgspec.Struct] | None = None,
    parameters: Sequence[Mapping[str, Any]] = (),
    anyone: bool = False,
) -> Description:
    """One request and its answers; every refusal is a problem."""
    described: Description = {
        "summary": summary,
        "responses": {
            str(status): {"description": "done", **({} if answer is None else content(answer))},
            "default": {"description": "refused", **content(Problem, "application/problem+json")},
        },
    }
    if body is not None:
        described["requestBody"] = {"required": True, **content(body)}
    if parameters:
        described["parameters"] = list(parameters)
    if anyone:
        described["security"] = []
    return described


ACCOUNT_KINDS: tuple[type[msgspec.Struct], ...] = (
    Account,
    BuyInLimit,
    Deletion,
    DevicePage,
    Exclusion,
    Me,
    NewAccount,
    NewOutsideSession,
    NewPassword,
    NewSession,
    RefreshSession,
    Rules,
)


def account_paths() -> Description:
    """People's accounts."""

    def coming_in(summary: str, body: type[msgspec.Struct], status: int = 201) -> Description:
        return {"post": operation(summary, Account, status=status, body=body, parameters=[KEY], anyone=True)}

    def done(summary: str, body: type[msgspec.Struct] | None = None, *parameters: Description) -> Description:
        return operation(summary, None, status=204, body=body, parameters=[*parameters, KEY])

    def ruled(summary: str, body: type[msgspec.Struct] | None = None, *more: Description) -> Description:
        return operation(summary, Rules, body=body, parameters=[*more, KEY])

    return {
        "/v1/accounts": coming_in("Register; with a guest's token, for that guest", NewAccount),
        "/v1/sessions": coming_in("Log in", NewSession),
        "/v1/sessions/outside": coming_in("Log in by the outside issuer's word", NewOutsideSession),
        "/v1/sessions/refresh": coming_in("New tokens for old", RefreshSession, status=200),
        "/v1/sessions/current": {"delete": done("Log out")},
        "/v1/me": {"get": operation("Whom the token proves", Me)},
        "/v1/me/password": {"put": done("Another password", NewPassword)},
        "/v1/me/deletion": {"post": done("Delete the account for good", Deletion)},
        "/v1/me/devices": {"get": operation("Devices, a page at a time", DevicePage, parameters=PAGE)},
        "/v1/me/devices/{device}": {"delete": done("Trust a device no more", None, DEVICE)},
        "/v1/me/rules": {"get": operation("What one asked of the house for oneself", Rules)},
        "/v1/me/rules/buy_in_limit": {"put": ruled("The most to bring to a table", BuyInLimit)},
        "/v1/me/rules/exclusion": {"post": ruled("Be let in nowhere for a while", Exclusion)},
        "/v1/me/blocked/{player}": {
            "put": ruled("Hear somebody no more", None, OTHER),
            "delete": ruled("Hear somebody again", None, OTHER),
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
                "post": operation("Open a table", NewTable, status=201, body=TableConfig),
            },
            "/v1/tables/{table}": {
                "get": operation("A table as the caller may see it", Snapshot, parameters=[TABLE])
            },
            "/v1/tables/{table}/hands/{hand}": {
                "get": operation("A finished hand with its proofs", HandProof, parameters=[TABLE, HAND])
            },
            **account_paths(),
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
