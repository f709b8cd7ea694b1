"""People out of the log: read up to its end, decided upon, written back behind a fence."""

from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from riverrun.contracts.subjects import deleted_at, person_at
from riverrun.kernel.identifiers import CommandId, PlayerId
from riverrun.runtime.clock import Clock
from services.club.identity.journal import Journal, WrittenByAnother
from services.club.identity.person import Person, evolve_all
from services.club.identity.person_commit import commit_in, events_in, stored
from services.club.identity.person_events import AnyPersonEvent
from services.club.identity.refusals import AccountBusy

ATTEMPTS = 6
KEPT = 10_000
REMEMBERED = 32
"""So many of a person's last commands are known again when they are sent again."""


@dataclass(frozen=True, slots=True)
class Known:
    """A person as of a sequence of the stream, and the last commands that were carried out for him."""

    person: Person
    seq: int
    commands: tuple[CommandId, ...] = ()

    def then(self, person: Person, seq: int, command: CommandId) -> "Known":
        """After one more commit."""
        return Known(person, seq, (*self.commands[1 - REMEMBERED :], command))


Decide = Callable[[Person], list[AnyPersonEvent]]


class People:
    """Keeps whom it read lately, and asks the log each time whether there is more."""

    def __init__(self, journal: Journal, clock: Clock, kept: int = KEPT) -> None:
        self._journal = journal
        self._clock = clock
        self._kept = kept
        self._known: OrderedDict[PlayerId, Known] = OrderedDict()

    async def person(self, player: PlayerId) -> Person:
        """Who this is now; version 0 for somebody without an account. Raises `LogAway`."""
        return (await self._read(player)).person

    async def did(self, player: PlayerId, command: CommandId) -> bool:
        """Whether a command was carried out, among the last ones. Raises `LogAway`."""
        return command in (await self._read(player)).commands

    async def note_deletion(self, player: PlayerId) -> None:
        """Note apart that an account goes, for who may know nothing else of people. Raises `LogAway`."""
        with suppress(WrittenByAnother):
            await self._journal.append(deleted_at(player), player.encode(), 0)

    async def change(
        self, player: PlayerId, command: CommandId, decide: Decide
    ) -> tuple[Person, list[AnyPersonEvent]]:
        """Decide, and write what was decided; the person afterwards and the events.

        A command carried out before changes nothing. Decides anew when another was quicker. Raises what
        `decide` raises, `AccountBusy`, `LogAway`.
        """
        for _ in range(ATTEMPTS):
            known = await self._read(player)
            if command in known.commands:
                return known.person, []
            events = decide(known.person)
            if not events:
                return known.person, events
            data = stored(player, known.person.version, command, self._clock.now_ms(), events)
            try:
                seq = await self._journal.append(person_at(player), data, known.seq)
            except WrittenByAnother:
                continue
            after = evolve_all(known.person, events)
            self._keep(player, known.then(after, seq, command))
            return after, events
        raise AccountBusy(retry_ms=200)

    async def _read(self, player: PlayerId) -> Known:
        subject = person_at(player)
        known = self._known.get(player, Known(Person(player), 0))
        last = await self._journal.last(subject)
        if last is None or last.seq <= known.seq:
            return known
        for message in await self._journal.after(subject, known.seq, last.seq):
            commit = commit_in(message.data, player, known.person.version)
            person = evolve_all(known.person, events_in(commit))
            known = known.then(person, message.seq, commit.command)
        self._keep(player, known)
        return known

    def _keep(self, player: PlayerId, known: Known) -> None:
        self._known[player] = known
        self._known.move_to_end(player)
        if len(self._known) > self._kept:
            self._known.popitem(last=False)
