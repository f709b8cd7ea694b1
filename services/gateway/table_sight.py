"""Who may watch a table and have a part in what happens there: at a club's, whom the club lets (R10.5)."""

from riverrun.kernel.identifiers import TableId
from services.gateway.caller import Caller
from services.gateway.seated import SeatedAt
from services.gateway.sights import Sights
from services.gateway.table_clubs import TableClubs


class TableSight:
    """Raises `MembersOnly`; `AccountsUnavailable` where the club is silent; what asking a table raises."""

    def __init__(self, clubs: TableClubs, seated: SeatedAt, sights: Sights) -> None:
        self._clubs = clubs
        self._seated = seated
        self._sights = sights

    async def require(self, caller: Caller, table: TableId) -> None:
        """Of who has no seat there."""
        club = await self._clubs.of(caller, table)
        if club:
            await self._sights.require(caller.player, club)

    async def require_part(self, caller: Caller, table: TableId) -> None:
        """Who has a seat plays on, whatever the club says by now: he is stood up when his hand is over."""
        club = await self._clubs.of(caller, table)
        if not club or self._sights.sees(caller.player, club):
            return
        if caller.player in (await self._seated(table, caller)).players:
            return
        await self._sights.require(caller.player, club)

    def lasts(self, caller: Caller, table: TableId) -> bool:
        """Whether he may go on watching, as far as is known."""
        club = self._clubs.known(table)
        return club == "" or (club is not None and self._sights.sees(caller.player, club))
