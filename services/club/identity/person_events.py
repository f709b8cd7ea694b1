"""What happens to a person. It is stored for ever, so what is private lies in boxes."""

from typing import Literal, TypeAlias

import msgspec

from riverrun.kernel.identifiers import CommandId, PlayerId

DeviceId: TypeAlias = str
SessionId: TypeAlias = str
Box: TypeAlias = bytes
"""Sealed under the person's own key, which deletion destroys."""

OwnLimit: TypeAlias = Literal["loss_day", "loss_week", "loss_month", "time_day"]
"""What a person may limit besides his buy-ins: chips lost in a period, minutes at tables in a day."""
WhyEnded: TypeAlias = Literal["logged_out", "replaced", "device_revoked", "password_changed", "token_reused"]


class PersonEvent(msgspec.Struct, frozen=True, array_like=True):
    """One fact about one person."""


class PersonRegistered(PersonEvent, frozen=True):
    """An account exists; `command` asked for it. `profile` holds the login name and the name shown."""

    command: CommandId
    profile: Box
    at_ms: int


class PasswordSet(PersonEvent, frozen=True):
    """A password was chosen; `password` holds its argon2id hash."""

    password: Box


class OutsideLinked(PersonEvent, frozen=True):
    """An outside issuer vouches for this person; `subject` holds the issuer and its name for the person."""

    subject: Box


class DeviceAdded(PersonEvent, frozen=True):
    """A device was used for the first time; `label` holds what its owner calls it."""

    device: DeviceId
    label: Box
    at_ms: int


class DeviceRevoked(PersonEvent, frozen=True):
    """A device is not trusted any more."""

    device: DeviceId


class SessionOpened(PersonEvent, frozen=True):
    """Somebody logged in: until `until_ms` unless refreshed, and never longer than `latest_ms`."""

    session: SessionId
    device: DeviceId
    at_ms: int
    until_ms: int
    latest_ms: int


class SessionRefreshed(PersonEvent, frozen=True):
    """The session's refresh token was used and replaced: the next one has this generation."""

    session: SessionId
    generation: int
    at_ms: int
    until_ms: int


class SessionEnded(PersonEvent, frozen=True):
    """None of the session's tokens counts any more."""

    session: SessionId
    why: WhyEnded


class PersonDeleted(PersonEvent, frozen=True):
    """The account is gone, and the key to its boxes with it. The id stays, for the ledger's sake."""

    at_ms: int


class PlayerBlocked(PersonEvent, frozen=True):
    """The person does not want to hear another player."""

    player: PlayerId


class PlayerUnblocked(PersonEvent, frozen=True):
    """The person hears that player again."""

    player: PlayerId


class LimitsChosen(PersonEvent, frozen=True):
    """The person's own limit of a buy-in; 0 is none. A looser one counts only from `from_ms` on."""

    buy_in: int
    from_ms: int


class OwnLimitChosen(PersonEvent, frozen=True):
    """The person's own limit; 0 is none. A looser one counts only from `from_ms` on."""

    limit: OwnLimit
    value: int
    from_ms: int


class PersonExcluded(PersonEvent, frozen=True):
    """The person wants to be let in nowhere until then; nobody can shorten it."""

    until_ms: int


AnyPersonEvent: TypeAlias = (
    PersonRegistered
    | PasswordSet
    | OutsideLinked
    | DeviceAdded
    | DeviceRevoked
    | SessionOpened
    | SessionRefreshed
    | SessionEnded
    | PersonDeleted
    | PlayerBlocked
    | PlayerUnblocked
    | LimitsChosen
    | OwnLimitChosen
    | PersonExcluded
)

STORED_NAMES: dict[str, type[PersonEvent]] = {
    "person.registered": PersonRegistered,
    "person.password_set": PasswordSet,
    "person.outside_linked": OutsideLinked,
    "person.device_added": DeviceAdded,
    "person.device_revoked": DeviceRevoked,
    "person.session_opened": SessionOpened,
    "person.session_refreshed": SessionRefreshed,
    "person.session_ended": SessionEnded,
    "person.deleted": PersonDeleted,
    "person.player_blocked": PlayerBlocked,
    "person.player_unblocked": PlayerUnblocked,
    "person.limits_chosen": LimitsChosen,
    "person.own_limit_chosen": OwnLimitChosen,
    "person.excluded": PersonExcluded,
}
"""They never change: the log holds them."""
