"""A person as the events tell: account, devices, sessions, own limits; opened boxes are not part of it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from riverrun.kernel.identifiers import CommandId, PlayerId
from services.club.identity.person_events import (
    AnyPersonEvent,
    Box,
    DeviceAdded,
    DeviceId,
    DeviceRevoked,
    LimitsChosen,
    OutsideLinked,
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
)


@dataclass(frozen=True, slots=True)
class Device:
    """Something a person logged in from."""

    label: Box
    added_ms: int
    used_ms: int


@dataclass(frozen=True, slots=True)
class Session:
    """A login that goes on. `generation` counts how often its refresh token was replaced."""

    device: DeviceId
    opened_ms: int
    until_ms: int
    latest_ms: int
    generation: int = 0
    refreshed_ms: int = 0


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit of one's own; `then` counts from `from_ms` on. 0: none."""

    value: int = 0
    then: int = 0
    from_ms: int = 0

    def at(self, now_ms: int) -> int:
        """The limit that counts at a time."""
        return self.then if now_ms >= self.from_ms else self.value

    def chosen(self, value: int, from_ms: int) -> "Limit":
        """The limit after another one was chosen, for at once (0) or for later."""
        return Limit(self.value if from_ms else value, value, from_ms)


@dataclass(frozen=True, slots=True)
class Person:
    """`version` counts events; 0 is nobody."""

    player: PlayerId
    version: int = 0
    registered_by: CommandId = ""
    registered_ms: int = 0
    profile: Box = b""
    password: Box = b""
    outside: Box = b""
    devices: Mapping[DeviceId, Device] = field(default_factory=dict)
    sessions: Mapping[SessionId, Session] = field(default_factory=dict)
    deleted: bool = False
    blocked: tuple[PlayerId, ...] = ()
    buy_in_limit: Limit = Limit()
    limits: Mapping[OwnLimit, Limit] = field(default_factory=dict)
    excluded_until_ms: int = 0

    @property
    def has_account(self) -> bool:
        """Whether there is somebody to log in as."""
        return self.version > 0 and not self.deleted

    def limit(self, limit: OwnLimit) -> Limit:
        """A limit of the person's own."""
        return self.limits.get(limit, Limit())

    def alive(self, now_ms: int) -> dict[SessionId, Session]:
        """The sessions that can still be refreshed."""
        return {id_: one for id_, one in self.sessions.items() if now_ms < one.until_ms}


def evolve_all(person: Person, events: Iterable[AnyPersonEvent]) -> Person:
    """The person after these events."""
    for event in events:
        person = evolve(person, event)
    return person


def evolve(person: Person, event: AnyPersonEvent) -> Person:
    """The person after one event."""
    return replace(_changed(person, event), version=person.version + 1)


def _changed(person: Person, event: AnyPersonEvent) -> Person:
    match event:
        case PersonRegistered(command, profile, at_ms):
            return replace(person, registered_by=command, profile=profile, registered_ms=at_ms)
        case PasswordSet(password):
            return replace(person, password=password)
        case OutsideLinked(subject):
            return replace(person, outside=subject)
        case PersonDeleted():
            return Person(person.player, person.version, deleted=True)
        case PlayerBlocked(player):
            return replace(person, blocked=(*person.blocked, player))
        case PlayerUnblocked(player):
            return replace(person, blocked=tuple([one for one in person.blocked if one != player]))
        case LimitsChosen(buy_in, from_ms):
            return replace(person, buy_in_limit=person.buy_in_limit.chosen(buy_in, from_ms))
        case OwnLimitChosen(limit, value, from_ms):
            chosen = person.limit(limit).chosen(value, from_ms)
            return replace(person, limits={**person.limits, limit: chosen})
        case PersonExcluded(until_ms):
            return replace(person, excluded_until_ms=max(until_ms, person.excluded_until_ms))
        case _:
            return _logged_in_elsewhere(person, event)


def _logged_in_elsewhere(
    person: Person,
    event: DeviceAdded | DeviceRevoked | SessionOpened | SessionRefreshed | SessionEnded,
) -> Person:
    devices, sessions = dict(person.devices), dict(person.sessions)
    match event:
        case DeviceAdded(device, label, at_ms):
            devices[device] = Device(label, at_ms, at_ms)
        case DeviceRevoked(device):
            del devices[device]
        case SessionOpened(session, device, at_ms, until_ms, latest_ms):
            # Sessions that ran out are forgotten on the way, as nothing else tells of their end.
            sessions = {id_: one for id_, one in sessions.items() if at_ms < one.until_ms}
            sessions[session] = Session(device, at_ms, until_ms, latest_ms)
            devices[device] = replace(devices[device], used_ms=at_ms)
        case SessionRefreshed(session, generation, at_ms, until_ms):
            known = sessions[session]
            sessions[session] = replace(known, generation=generation, refreshed_ms=at_ms, until_ms=until_ms)
            devices[known.device] = replace(devices[known.device], used_ms=at_ms)
        case SessionEnded(session):
            del sessions[session]
        case _:
            assert_never(event)
    return replace(person, devices=devices, sessions=sessions)
