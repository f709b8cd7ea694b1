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
    TABLE,
    Description,
    operation,
    schemas,
)
from scripts.club_api import CLUB_KINDS, chip_paths, club_paths  # noqa: E402
from scripts.history_api import HISTORY_KINDS, history_paths  # noqa: E402

INFO = {"title": "Riverrun", "version": "1", "description": "See protocol.md."}


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
        *HISTORY_KINDS,
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
            **history_paths(),
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
