"""A user's bare connection to NATS that tells what the server refused it."""

from collections.abc import Iterable

from riverrun.runtime.nats.quick_client import QuickClient
from riverrun.runtime.nats.users import User
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S


class NatsLogin:
    """A raw connection that remembers what it was refused."""

    def __init__(self) -> None:
        self.refused: list[str] = []
        self.client = QuickClient()

    async def open(self, servers: NatsServers, user: User) -> None:
        await self.client.connect(
            servers=list(servers.urls),
            user=user.name,
            password=servers.passwords[user.password_variable],
            inbox_prefix=user.inbox_prefix,
            error_cb=self._remember,
        )

    async def _remember(self, error: Exception) -> None:
        self.refused.append(str(error))

    async def may_publish(self, subjects: Iterable[str]) -> set[str]:
        for subject in subjects:
            await self.client.publish(subject, b"{}")
        return await self._not_refused("publish", subjects)

    async def may_hear(self, subjects: Iterable[str]) -> set[str]:
        listening = [await self.client.subscribe(subject) for subject in subjects]
        heard = await self._not_refused("subscription", subjects)
        for one in listening:
            await one.unsubscribe()
        return heard

    async def _not_refused(self, kind: str, subjects: Iterable[str]) -> set[str]:
        # Refusals come before the answer to what is asked behind them.
        await self.client.flush(LONG_S)
        refused = "\n".join(self.refused)
        # nats-py writes the server's words in small letters.
        return {subject for subject in subjects if f'{kind} to "{subject.lower()}"' not in refused}
