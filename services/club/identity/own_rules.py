"""What people ask of the house about themselves and others: limits, a time apart, not hearing somebody."""

from riverrun.kernel.identifiers import CommandId, PlayerId
from riverrun.runtime.clock import Clock
from services.club.identity import decide
from services.club.identity.people import People
from services.club.identity.person import Person
from services.club.identity.person_events import OwnLimit
from services.club.identity.restrained import Restrained
from services.club.identity.somebody import is_somebody


class OwnRules:
    """Each raises `NoAccount`, `AccountBusy`, `LogAway`."""

    def __init__(self, people: People, restrained: Restrained, clock: Clock, cooling_off_ms: int) -> None:
        self._people = people
        self._restrained = restrained
        self._clock = clock
        self._cooling_off_ms = cooling_off_ms

    async def of(self, player: PlayerId) -> Person:
        """As they stand; a guest has none."""
        return await self._people.person(player)

    async def limit_buy_ins(self, command: CommandId, player: PlayerId, buy_in: int) -> Person:
        """Bring no more than that to a table; 0: no limit. Stricter at once, looser after cooling off."""
        person, _ = await self._people.change(
            player,
            command,
            lambda found: decide.limit_buy_ins(found, buy_in, self._clock.now_ms(), self._cooling_off_ms),
        )
        return person

    async def choose_limit(self, command: CommandId, player: PlayerId, limit: OwnLimit, value: int) -> Person:
        """Lose or play no more than that; 0: no limit. Stricter at once, looser after cooling off."""
        await self._restrained.note(player)
        person, _ = await self._people.change(
            player,
            command,
            lambda found: decide.choose_limit(
                found, limit, value, self._clock.now_ms(), self._cooling_off_ms
            ),
        )
        return person

    async def exclude(self, command: CommandId, player: PlayerId, days: int) -> Person:
        """Be let in nowhere for some days. Raises `BadPeriod` besides."""
        await self._restrained.note(player)
        person, _ = await self._people.change(
            player, command, lambda found: decide.exclude(found, days, self._clock.now_ms())
        )
        return person

    async def block(self, command: CommandId, player: PlayerId, other: PlayerId, *, unblock: bool) -> Person:
        """Hear somebody no more, or again. Raises `UnknownPlayer`, `BlockedEnough` besides."""
        exists = unblock or await is_somebody(self._people, other)

        def decided(found: Person) -> decide.Events:
            return decide.unblock(found, other) if unblock else decide.block(found, other, exists=exists)

        person, _ = await self._people.change(player, command, decided)
        return person
