"""Whether the tables' own stream answers: its leader may be away while the leases' is not."""

from typing import Any, Protocol

from riverrun.contracts.subjects import TABLES_STREAM, commits_of
from riverrun.runtime.nats.answers import StoredMessage

PATIENCE_S = 0.6
NOBODYS_TABLE = "s0-nobodys"


class Leader(Protocol):
    """Reads from a stream's leader. Raises nats-py's errors and `ApiRefused`."""

    async def message(
        self, stream: str, query: dict[str, Any], timeout_s: float | None = None
    ) -> StoredMessage | None:
        """One message; None if there is none."""


class LogPulse:
    """Asks the leader for what it surely has not: the least it can be asked."""

    def __init__(self, leader: Leader) -> None:
        self._leader = leader

    async def feel(self) -> None:
        """Return when the leader has answered. Raises what it raises."""
        await self._leader.message(TABLES_STREAM, {"last_by_subj": commits_of(NOBODYS_TABLE)}, PATIENCE_S)
