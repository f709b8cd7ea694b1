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
    answer: type[msgspec.Struct],
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
            str(status): {"description": "done", **content(answer)},
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
