"""What is private about a person: it is stored in boxes only, and is gone with the person's key."""

import msgspec


class Profile(msgspec.Struct, frozen=True, array_like=True, tag="profile"):
    """The name one logs in with (empty with an outside issuer) and the name that tables show."""

    login: str
    name: str


class KeptPassword(msgspec.Struct, frozen=True, array_like=True, tag="password"):
    """An argon2id hash with its parameters."""

    hash: str


class OutsideName(msgspec.Struct, frozen=True, array_like=True, tag="outside"):
    """Who vouches for the person, and what he calls him."""

    issuer: str
    subject: str


class DeviceLabel(msgspec.Struct, frozen=True, array_like=True, tag="device"):
    """What the owner, or the app, calls a device."""

    name: str
