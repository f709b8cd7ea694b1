"""What the identity part reads from `RIVERRUN_IDENTITY_*`; the defaults serve one machine."""

from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta

from services.club.identity.decide import SecondDevice


@dataclass(frozen=True)
class IdentitySettings:
    """One field a variable."""

    nats_url: Annotated[tuple[str, ...], Meta(description="NATS servers, by commas")] = (
        "nats://127.0.0.1:4222",
    )
    nats_password: Annotated[str, Meta(description="password of NATS user `identity`")] = ""
    people_keys: Annotated[str, Meta(description="ring that seals people's keys")] = (
        ".riverrun/keys/people.json"
    )
    name_keys: Annotated[
        str, Meta(description="ring whose current key marks login names; it can never be changed")
    ] = ".riverrun/keys/names.json"
    signing_keys: Annotated[str, Meta(description="ring whose keys sign access tokens (Ed25519 seeds)")] = (
        ".riverrun/keys/signing.json"
    )
    access_s: Annotated[int, Meta(ge=30, le=3600, description="seconds that an access token lives")] = 600
    guest_s: Annotated[
        int,
        Meta(ge=60, description="seconds that a guest's token lives: as the gateway's `TOKEN_LIFETIME_S`"),
    ] = 30 * 24 * 3600
    idle_days: Annotated[
        int, Meta(ge=1, description="days after which a session that is not refreshed ends")
    ] = 30
    latest_days: Annotated[int, Meta(ge=1, description="days after which any session ends")] = 180
    cooling_off_h: Annotated[
        int, Meta(ge=1, le=24 * 365, description="hours until a looser limit of one's own counts")
    ] = 24
    second_device: Annotated[
        SecondDevice,
        Meta(
            description="a login on a second device: `allow` it, `replace` the first, or `refuse` the second"
        ),
    ] = "allow"
    hash_memory_kib: Annotated[int, Meta(ge=64, description="argon2id: memory in KiB")] = 64 * 1024
    hash_passes: Annotated[int, Meta(ge=1, description="argon2id: passes over the memory")] = 3
    hash_threads: Annotated[int, Meta(ge=1, description="passwords hashed at the same time")] = 2
    outside_issuer: Annotated[
        str, Meta(description="an OpenID Connect issuer whose tokens are trusted; empty: none")
    ] = ""
    outside_audience: Annotated[str, Meta(description="our client id at that issuer")] = ""
    outside_jwks_url: Annotated[str, Meta(description="where that issuer's keys are, https")] = ""
