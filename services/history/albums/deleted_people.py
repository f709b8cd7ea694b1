"""Whose account is deleted: looked up at each look at a link, so that no deletion can be missed."""

from riverrun.contracts.subjects import PEOPLE_STREAM, deleted_at
from riverrun.kernel.identifiers import PlayerId
from riverrun.runtime.nats.jetstream_api import JetStreamApi


class DeletedPeople:
    """By the note of it in the people's stream; of people nothing else is read."""

    def __init__(self, api: JetStreamApi) -> None:
        self._api = api

    async def has(self, player: PlayerId) -> bool:
        """Raises nats-py's errors and `ApiRefused`."""
        return await self._api.holds(PEOPLE_STREAM, deleted_at(player))
