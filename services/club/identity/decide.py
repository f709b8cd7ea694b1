"""What a person's wish leads to: the person and what was found out meanwhile in, events or a refusal out.

Passwords, tokens and keys were looked at before: here stand only rules.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from riverrun.kernel.identifiers import CommandId, PlayerId
from services.club.identity.person import Limit, Person, Session
from services.club.identity.person_events import (
    AnyPersonEvent,
    Box,
    DeviceAdded,
    DeviceId,
    DeviceRevoked,
    LimitsChosen,
    OwnLimit,
    OwnLimitChosen,
    PasswordSet,
    PersonDeleted,
    PersonExcluded,
    PersonRegistered,
    PlayerBlocked,
    PlayerUnblocked,
    SessionEnded,
    SessionId,
    SessionOpened,
    SessionRefreshed,
    WhyEnded,
)
from services.club.identity.refusals import (
    BadPeriod,
    BlockedEnough,
    HasAccount,
    IdReused,
    NoAccount,
    OtherDeviceActive,
    SessionOver,
    TooManyDevices,
    UnknownDevice,
    UnknownPlayer,
    UnknownSession,
)

SecondDevice: TypeAlias = Literal["allow", "replace", "refuse"]
Events: TypeAlias = list[AnyPersonEvent]

DAY_MS = 24 * 3600 * 1_000
MOST_DEVICES = 10
MOST_BLOCKED = 200
LONGEST_EXCLUSION_DAYS = 1_826


@dataclass(frozen=True)
class HousePolicy:
    """What the house wants of sessions; `again_ms`: so long a refresh token used twice is a lost answer."""

    second_device: SecondDevice = "allow"
    idle_ms: int = 30 * DAY_MS
    latest_ms: int = 180 * DAY_MS
    again_ms: int = 10_000


def register(person: Person, command: CommandId, profile: Box, secret: AnyPersonEvent, now_ms: int) -> Events:
    """An account for a player; `secret` is a password set or an issuer linked. Raises `HasAccount`."""
    if person.version:
        raise HasAccount
    return [PersonRegistered(command, profile, now_ms), secret]


def open_session(
    person: Person, session: SessionId, device: DeviceId, label: Box, policy: HousePolicy, now_ms: int
) -> Events:
    """Log in on a device; what else is logged in there ends. Raises `OtherDeviceActive`, `TooManyDevices`."""
    if session in person.sessions:
        return []
    alive = person.alive(now_ms)
    elsewhere = [id_ for id_, one in alive.items() if one.device != device]
    if elsewhere and policy.second_device == "refuse":
        raise OtherDeviceActive
    ended = elsewhere if policy.second_device == "replace" else []
    ended += [id_ for id_, one in alive.items() if one.device == device]
    events: Events = [SessionEnded(id_, "replaced") for id_ in ended]
    if device not in person.devices:
        if len(person.devices) >= MOST_DEVICES:
            raise TooManyDevices(most=MOST_DEVICES)
        events.append(DeviceAdded(device, label, now_ms))
    until_ms = now_ms + min(policy.idle_ms, policy.latest_ms)
    events.append(SessionOpened(session, device, now_ms, until_ms, now_ms + policy.latest_ms))
    return events


def refresh(person: Person, session: SessionId, generation: int, policy: HousePolicy, now_ms: int) -> Events:
    """A refresh token of that generation was shown, and it is genuine.

    The last one replaces itself. The one before it, again within a moment, is a client that never heard the
    answer. Any older is in two hands: the session ends. Raises `SessionOver`.
    """
    one = person.sessions.get(session)
    if one is None or now_ms >= one.until_ms:
        raise SessionOver
    if generation == one.generation:
        until_ms = min(now_ms + policy.idle_ms, one.latest_ms)
        return [SessionRefreshed(session, generation + 1, now_ms, until_ms)]
    if _asked_again(one, generation, policy, now_ms):
        return []
    return [SessionEnded(session, "token_reused")]


def refreshed_again(person: Person, session: SessionId, generation: int, now_ms: int) -> Events:
    """A refresh that was carried out before is asked for again, however much later.

    Its answer counts as long as it is the last one given; else the token is in two hands: the session ends.
    Raises `SessionOver`, and `IdReused` where the token itself is the last one given.
    """
    one = person.sessions.get(session)
    if one is None or now_ms >= one.until_ms:
        raise SessionOver
    if generation == one.generation:
        raise IdReused
    return [] if generation == one.generation - 1 else [SessionEnded(session, "token_reused")]


def _asked_again(one: Session, generation: int, policy: HousePolicy, now_ms: int) -> bool:
    return generation == one.generation - 1 and now_ms - one.refreshed_ms <= policy.again_ms


def end_session(person: Person, session: SessionId) -> Events:
    """Log out. Raises `UnknownSession`."""
    if session not in person.sessions:
        raise UnknownSession
    return [SessionEnded(session, "logged_out")]


def revoke_device(person: Person, device: DeviceId) -> Events:
    """Trust a device no more, and end what is logged in there. Raises `UnknownDevice`."""
    if device not in person.devices:
        raise UnknownDevice
    here = [id_ for id_, one in person.sessions.items() if one.device == device]
    return [*_all_ended(here, "device_revoked"), DeviceRevoked(device)]


def change_password(person: Person, password: Box, keep: SessionId) -> Events:
    """A new password; whoever is logged in elsewhere must log in with it. Raises `NoAccount`."""
    if not person.has_account:
        raise NoAccount
    others = [id_ for id_ in person.sessions if id_ != keep]
    return [PasswordSet(password), *_all_ended(others, "password_changed")]


def delete(person: Person, now_ms: int) -> Events:
    """Delete the account; asked again, it is gone already. Raises `NoAccount`."""
    if person.deleted:
        return []
    if not person.version:
        raise NoAccount
    return [PersonDeleted(now_ms)]


def block(person: Person, player: PlayerId, *, exists: bool = True) -> Events:
    """Hear a player no more. Raises `NoAccount`, `UnknownPlayer`, `BlockedEnough`."""
    if not person.has_account:
        raise NoAccount
    if player in person.blocked:
        return []
    if not exists:
        raise UnknownPlayer
    if len(person.blocked) >= MOST_BLOCKED:
        raise BlockedEnough(most=MOST_BLOCKED)
    return [PlayerBlocked(player)]


def unblock(person: Person, player: PlayerId) -> Events:
    """Hear a player again."""
    return [PlayerUnblocked(player)] if player in person.blocked else []


def limit_buy_ins(person: Person, buy_in: int, now_ms: int, cooling_off_ms: int) -> Events:
    """The person's own limit of a buy-in. Raises `NoAccount`."""
    if not person.has_account:
        raise NoAccount
    return [LimitsChosen(*step) for step in _cooled_off(person.buy_in_limit, buy_in, now_ms, cooling_off_ms)]


def choose_limit(person: Person, limit: OwnLimit, value: int, now_ms: int, cooling_off_ms: int) -> Events:
    """The person's own limit of losses or of time at tables. Raises `NoAccount`."""
    if not person.has_account:
        raise NoAccount
    steps = _cooled_off(person.limit(limit), value, now_ms, cooling_off_ms)
    return [OwnLimitChosen(limit, *step) for step in steps]


def _cooled_off(known: Limit, wished: int, now_ms: int, cooling_off_ms: int) -> list[tuple[int, int]]:
    """A stricter limit counts at once; a looser one, or none, after a time in which to think better of it."""
    now = known.at(now_ms)
    if now and (not wished or wished > now):
        return [(now, 0), (wished, now_ms + cooling_off_ms)]
    return [(wished, 0)]


def exclude(person: Person, days: int, now_ms: int) -> Events:
    """Be let in nowhere for some days; it can be made longer only. Raises `NoAccount`, `BadPeriod`."""
    if not person.has_account:
        raise NoAccount
    if not 1 <= days <= LONGEST_EXCLUSION_DAYS:
        raise BadPeriod
    until_ms = now_ms + days * DAY_MS
    return [PersonExcluded(until_ms)] if until_ms > person.excluded_until_ms else []


def _all_ended(sessions: Sequence[SessionId], why: WhyEnded) -> Events:
    return [SessionEnded(id_, why) for id_ in sessions]
