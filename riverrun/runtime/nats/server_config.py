"""The text of a nats-server's configuration, the same for a laptop, the tests and a cluster.

Passwords never stand in it: it names environment variables, which the server reads when it starts.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from riverrun.contracts.subjects import ALL_COMMANDS, ALL_TALK, ALL_VIEWS
from riverrun.runtime.nats.users import (
    ALL_LOBBY,
    ALL_REVOKED,
    API_FOR_EDGE,
    API_PREFIX,
    CHANGES_A_STREAM,
    USERS,
    WRITTEN_FROM_EDGE,
    Account,
    User,
)

MAX_PAYLOAD_BYTES = 1024 * 1024
EDGE_HEARS = (ALL_VIEWS, ALL_TALK, ALL_LOBBY, ALL_REVOKED)
BOUNDLESS = "1PB"
"""What a server alone may store: its disk is its bound.

Untold, nats-server takes three quarters of what is free when it starts and refuses the rest for life: that is
everything after a start on a full disk, and `/healthz` is well.
"""
ROUTE_USER = "route"
ROUTE_PASSWORD_VARIABLE = "NATS_ROUTE_PASSWORD"  # noqa: S105  the variable's name, not a password


@dataclass(frozen=True)
class Cluster:
    """A server's place among its peers: where it listens for them and where all of them are (`host:port`)."""

    name: str
    listen: str
    routes: tuple[str, ...]

    def environment(self, password: str) -> dict[str, str]:
        """Where the server learns its routes: an address with a password in it is a secret."""
        return {
            _route_variable(i): f"nats-route://{ROUTE_USER}:{password}@{route}"
            for i, route in enumerate(self.routes)
        }


def server_config(
    data_dir: Path,
    port: int,
    *,
    host: str = "127.0.0.1",
    monitor_port: int | None = None,
    server_name: str = "riverrun",
    sync_interval: str = "always",
    users: Sequence[User] = USERS,
    cluster: Cluster | None = None,
) -> str:
    """The configuration of one server.

    `sync_interval` is `always` (a commit is on disk before it is acknowledged) or a duration such as `10s`,
    which is faster and survives a killed server, but not a power cut. `monitor_port` opens health by HTTP.
    """
    sections = [
        f'server_name: "{server_name}"\nlisten: "{host}:{port}"\nmax_payload: {MAX_PAYLOAD_BYTES}',
        f'http: "{host}:{monitor_port}"' if monitor_port is not None else "",
        _jetstream(data_dir, sync_interval, alone=cluster is None),
        "system_account: SYS",
        _accounts(users),
        _cluster(cluster) if cluster else "",
    ]
    return "\n".join(section for section in sections if section) + "\n"


def _jetstream(data_dir: Path, sync_interval: str, *, alone: bool) -> str:
    limit = f"\n  max_file_store: {BOUNDLESS}" if alone else ""
    return f'jetstream {{\n  store_dir: "{data_dir}"\n  sync_interval: "{sync_interval}"{limit}\n}}'


def _accounts(users: Sequence[User]) -> str:
    return f"""\
accounts {{
  SYS {{}}
  LOG {{
    jetstream: enabled
    users: [
{_users(users, "LOG")}
    ]
    exports: [
{_exports()}
    ]
  }}
  EDGE {{
    users: [
{_users(users, "EDGE")}
    ]
    imports: [
{_imports()}
    ]
  }}
}}"""


def _users(users: Sequence[User], account: Account) -> str:
    return "\n".join(_user(user) for user in users if user.account == account)


def _user(user: User) -> str:
    denied = "" if user.founds else f", deny: {_list(CHANGES_A_STREAM)}"
    answers = '\n        allow_responses: { max: 1, expires: "1m" }' if user.answers else ""
    return f"""\
      {{ user: {user.name}, password: ${user.password_variable}, permissions {{
        publish: {{ allow: {_list(user.publish)}{denied} }}
        subscribe: {{ allow: {_list((*user.subscribe, f"{user.inbox_prefix}.>"))} }}{answers}
      }} }}"""


def _exports() -> str:
    lines = [
        f'{{ service: "{subject}", accounts: [EDGE] }}' for subject in (ALL_COMMANDS, *WRITTEN_FROM_EDGE)
    ]
    lines += [
        f'{{ service: "{API_PREFIX["LOG"]}.{call}", response_type: stream, accounts: [EDGE] }}'
        for call in API_FOR_EDGE
    ]
    lines += [f'{{ stream: "{subject}", accounts: [EDGE] }}' for subject in EDGE_HEARS]
    return "\n".join(f"      {line}" for line in lines)


def _imports() -> str:
    lines = [
        f'{{ service: {{ account: LOG, subject: "{subject}" }} }}'
        for subject in (ALL_COMMANDS, *WRITTEN_FROM_EDGE)
    ]
    lines += [
        f'{{ service: {{ account: LOG, subject: "{API_PREFIX["LOG"]}.{call}" }}, '
        f'to: "{API_PREFIX["EDGE"]}.{call}" }}'
        for call in API_FOR_EDGE
    ]
    lines += [f'{{ stream: {{ account: LOG, subject: "{subject}" }} }}' for subject in EDGE_HEARS]
    return "\n".join(f"      {line}" for line in lines)


def _cluster(cluster: Cluster) -> str:
    routes = ", ".join(f"${_route_variable(i)}" for i in range(len(cluster.routes)))
    return f"""\
cluster {{
  name: "{cluster.name}"
  listen: "{cluster.listen}"
  authorization {{ user: {ROUTE_USER}, password: ${ROUTE_PASSWORD_VARIABLE} }}
  routes: [{routes}]
}}"""


def _route_variable(i: int) -> str:
    return f"NATS_ROUTE_{i}"


def _list(items: Sequence[str]) -> str:
    return "[" + ", ".join(f'"{item}"' for item in items) + "]"
