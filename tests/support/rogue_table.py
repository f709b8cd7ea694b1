"""A table process that believes it owns every slot for ever: `python -m tests.support.rogue_table`."""

import sys

from riverrun.runtime.serving.run import run_service
from services.table.__main__ import parts
from services.table.ownership.leases import Leases
from services.table.ownership.presence import Presence
from services.table.ownership.tenure import Held


class RogueLeases(Leases):
    """Never asks the book."""

    async def renew_all(self, began_s: float) -> list[str]:
        for slot in self._tenure.leases:
            self._tenure.leases[slot] = Held(0, began_s)
        return []

    async def take(self, slot: str, entry: object, began_s: float) -> bool:
        self._tenure.leases[slot] = Held(0, began_s)
        return True

    async def entries(self) -> dict[str, object]:  # type: ignore[override]
        return {}


class RoguePresence(Presence):
    """Tells nobody that it is there, and sees nobody."""

    async def say(self) -> None:
        return

    async def count(self) -> int:
        return 1


def _go_rogue() -> None:
    # In place of both classes: the process is otherwise the one that ships.
    for shipped, rogue in ((Leases, RogueLeases), (Presence, RoguePresence)):
        for name, method in vars(rogue).items():
            if callable(method):
                setattr(shipped, name, method)


if __name__ == "__main__":
    _go_rogue()
    sys.exit(run_service("table", parts))
