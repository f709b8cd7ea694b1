"""The gateway's settings: one frozen class, read from `RIVERRUN_*`; the defaults work on one machine."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta


@dataclass(frozen=True)
class GatewaySettings:
    """What the gateway needs to know."""

    gateway_host: Annotated[str, Meta(description="where the apps' door listens")] = "127.0.0.1"
    gateway_port: Annotated[int, Meta(ge=0, le=65535, description="0: any free port")] = 7300
    nats_url: Annotated[tuple[str, ...], Meta(description="NATS servers, by commas")] = (
        "nats://127.0.0.1:4222",
    )
    nats_password: Annotated[str, Meta(description="password of NATS user `gateway`")] = ""
    token_key: Annotated[
        str, Meta(description="file with the key that signs tokens, at least 32 bytes; empty: drawn at start")
    ] = ""
    audit_keys: Annotated[str, Meta(description="ring that seals the audit log; empty: none is kept")] = ""
    token_lifetime_s: Annotated[int, Meta(ge=60, description="seconds until a guest's token expires")] = (
        30 * 24 * 3600
    )
    gateway_origins: Annotated[
        tuple[str, ...], Meta(description="web origins let in besides the gateway's own, by commas")
    ] = ()
    gateway_trusted_proxies: Annotated[
        tuple[str, ...], Meta(description="networks whose X-Forwarded-For is believed, by commas")
    ] = ()
    gateway_seats_a_player: Annotated[
        int, Meta(ge=1, le=100, description="tables at which one player may sit at once")
    ] = 4
    gateway_tables_a_player: Annotated[
        int, Meta(ge=1, le=10_000, description="tables that one player may have open outside clubs")
    ] = 8
    club_target: Annotated[str, Meta(description="host:port of the club service, for people's accounts")] = (
        "127.0.0.1:7303"
    )
    history_target: Annotated[
        str, Meta(description="host:port of the history service, for finished hands")
    ] = "127.0.0.1:7304"
    gateway_guests_per_minute: Annotated[
        int, Meta(ge=1, description="new guests a minute from one address")
    ] = 60
    gateway_guests_burst: Annotated[int, Meta(ge=1, description="new guests at once from one address")] = 60
    gateway_requests_per_s: Annotated[
        int, Meta(ge=1, description="REST requests a second from one address; twice as many at once")
    ] = 50
    gateway_messages_per_s: Annotated[
        int, Meta(ge=1, description="WebSocket messages a second from one connection; twice as many at once")
    ] = 20
    gateway_connections: Annotated[int, Meta(ge=1, description="WebSockets open at the same time")] = 10_000
    gateway_strangers_an_address: Annotated[
        int, Meta(ge=1, description="WebSockets from one address that have not said hello yet")
    ] = 100
    shards: Annotated[int, Meta(ge=1, le=1000, description="shards in which tables live")] = 1
