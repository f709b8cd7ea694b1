"""Whose tables are: asked of each table once, for it stays the same club's under whatever id it goes on."""

from collections import OrderedDict

from riverrun.kernel.identifiers import TableId, root_of
from services.gateway.caller import Caller
from services.gateway.seated import SeatedAt

MOST_KNOWN = 10_000
"""Tables whose club is remembered."""


class TableClubs:
    """An empty name is that of no club."""

    def __init__(self, seated: SeatedAt) -> None:
        self._seated = seated
        self._known: OrderedDict[TableId, str] = OrderedDict()

    def known(self, table: TableId) -> str | None:
        """As far as it was asked before."""
        return self._known.get(root_of(table))

    async def of(self, caller: Caller, table: TableId) -> str:
        """The table's club. Raises `RefusedByTable`, `TableUnavailable`."""
        known = self.known(table)
        if known is None:
            known = (await self._seated(table, caller)).club
            self._known[root_of(table)] = known
            if len(self._known) > MOST_KNOWN:
                self._known.popitem(last=False)
        return known
