"""Who has ever held himself off: noted apart, to be found without reading all people."""

from contextlib import suppress
from typing import Protocol

from riverrun.contracts.subjects import ALL_RESTRAINED, PEOPLE_STREAM, restrained_at
from riverrun.kernel.identifiers import PlayerId
from riverrun.runtime.nats.jetstream_api import JetStreamApi
from services.club.identity.journal import Journal, WrittenByAnother


class Restrained(Protocol):
    """Limits and exclusions are looked up for these alone."""

    async def note(self, player: PlayerId) -> None:
        """Before his first limit or exclusion is recorded. Raises `LogAway`."""


class NotedPeople:
    """See `Restrained`; `found` are those whom this process knows of."""

    def __init__(self, journal: Journal, api: JetStreamApi) -> None:
        self._journal = journal
        self._api = api
        self._next_seq = 1
        self.found: set[PlayerId] = set()

    async def note(self, player: PlayerId) -> None:
        if player in self.found:
            return
        with suppress(WrittenByAnother):
            await self._journal.append(restrained_at(player), player.encode(), 0)
        self.found.add(player)

    async def catch_up(self) -> None:
        """Find who was noted since the last time. Raises nats-py's errors and `ApiRefused`."""
        while True:
            batch = (await self._api.batch(PEOPLE_STREAM, ALL_RESTRAINED, self._next_seq)).messages
            if not batch:
                return
            self.found.update(message.data.decode() for message in batch)
            self._next_seq = batch[-1].seq + 1
