"""What the REST part of the clients' API takes and gives about people's accounts."""

from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from riverrun.kernel.identifiers import PlayerId

Login: TypeAlias = Annotated[str, Meta(min_length=1, max_length=256)]
Password: TypeAlias = Annotated[str, Meta(min_length=1, max_length=256)]
ShownName: TypeAlias = Annotated[str, Meta(min_length=1, max_length=80)]


class OwnDevice(Struct, frozen=True, forbid_unknown_fields=True):
    """What the client runs on: an id that it draws once and keeps, and a name for its owner."""

    id: Annotated[str, Meta(min_length=8, max_length=80)]
    name: Annotated[str, Meta(min_length=1, max_length=80)]


class NewAccount(Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for an account; with a guest's token, for that guest, who keeps his id."""

    login: Login
    name: ShownName
    password: Password
    device: OwnDevice


class NewSession(Struct, frozen=True, forbid_unknown_fields=True):
    """Logs in."""

    login: Login
    password: Password
    device: OwnDevice


class NewOutsideSession(Struct, frozen=True, forbid_unknown_fields=True):
    """Logs in with an identity token of the outside issuer; `name` is shown at tables."""

    id_token: Annotated[str, Meta(min_length=1, max_length=8_192)]
    name: ShownName
    device: OwnDevice


class RefreshSession(Struct, frozen=True, forbid_unknown_fields=True):
    """Asks for the next pair of tokens."""

    refresh_token: Annotated[str, Meta(min_length=1, max_length=256)]


class Account(Struct, frozen=True):
    """Who one is, an access token until `expires_ms`, and a refresh token until `refresh_expires_ms`."""

    player: PlayerId
    name: str
    session: str
    device: str
    token: str
    expires_ms: int
    refresh_token: str
    refresh_expires_ms: int


class Me(Struct, frozen=True):
    """Whom the token proves; a guest has neither session nor device."""

    player: PlayerId
    name: str
    session: str
    device: str


class KnownDevice(Struct, frozen=True):
    """A device that the person logged in from; `session` is empty where nobody is logged in."""

    id: str
    name: str
    added_ms: int
    used_ms: int
    session: str


class DevicePage(Struct, frozen=True):
    """Some devices, the last used first; `next` is the cursor of the next page, empty at the end."""

    devices: list[KnownDevice]
    next: str


class NewPassword(Struct, frozen=True, forbid_unknown_fields=True):
    """Changes the password; everybody else who is logged in is logged out."""

    old_password: Password
    new_password: Password


class Deletion(Struct, frozen=True, forbid_unknown_fields=True):
    """Deletes the account for good; who has a password says it."""

    password: Annotated[str, Meta(max_length=256)] = ""


class BuyInLimit(Struct, frozen=True, forbid_unknown_fields=True):
    """The most to bring to a table; 0: no limit. Stricter at once, looser a day later."""

    buy_in: Annotated[int, Meta(ge=0, le=10**15)]


class Exclusion(Struct, frozen=True, forbid_unknown_fields=True):
    """Be let in nowhere for so many days."""

    days: Annotated[int, Meta(ge=1, le=1_826)]


class NewOwnLimit(Struct, frozen=True, forbid_unknown_fields=True):
    """A limit of losses, in chips, or of time, in minutes; 0: no limit. Stricter at once, looser later."""

    value: Annotated[int, Meta(ge=0, le=10**15)]


class OwnLimit(Struct, frozen=True):
    """A limit that counts now, and the one that counts from `next_ms` on; 0: none."""

    value: int
    next_value: int
    next_ms: int


class CountedLimit(Struct, frozen=True):
    """How much of a limit is used up by now; it counts anew from `until_ms` on. `kind`: of which chips."""

    limit: str
    kind: str
    value: int
    used: int
    until_ms: int


class OwnStanding(Struct, frozen=True):
    """What is lost and played, held against each limit that counts."""

    counted: list[CountedLimit]


class Rules(Struct, frozen=True):
    """What a person asked of the house about himself and others; 0: nothing.

    `limits` by name: `loss_day`, `loss_week`, `loss_month`, `time_day`.
    """

    buy_in_limit: int
    next_buy_in_limit: int
    next_limit_ms: int
    excluded_until_ms: int
    blocked: list[PlayerId]
    limits: dict[str, OwnLimit] = {}
