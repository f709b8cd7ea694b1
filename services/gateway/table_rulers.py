"""Who orders at a table: at a club's whom the club lets now, at any other its owner."""

import hashlib

import msgspec

from riverrun.contracts.refusals import NotAllowed
from riverrun.contracts.table_commands import ChangeOptions, OwnerOrder
from riverrun.kernel.identifiers import CommandId, TableId
from riverrun.pb.club.v1 import club_pb2 as pb
from services.gateway.caller import Caller
from services.gateway.club_line import ClubLine
from services.gateway.seated import SeatedAt


class TableRulers:
    """Asked with every order, before the table itself is asked."""

    def __init__(self, seated: SeatedAt, line: ClubLine) -> None:
        self._seated = seated
        self._line = line

    async def ruler(self, caller: Caller, table: TableId, wanted: OwnerOrder | None = None) -> Caller:
        """In whose name the table is asked: a club's table knows only who opened it.

        Raises `NotAllowed`, the club's refusals, `AccountsUnavailable`, `RefusedByTable`, `TableUnavailable`.
        """
        found = await self._seated(table, caller)
        if not found.club:
            return caller
        if not caller.session:
            raise NotAllowed
        options = msgspec.json.encode(wanted.config) if isinstance(wanted, ChangeOptions) else b""
        by = pb.By(player=caller.player)
        asked = pb.RuleTableRequest(by=by, club=found.club, table=table, options=options)
        await self._line.ask(self._line.clubs.RuleTable, asked)
        return Caller(found.owner, caller.name)


def id_of_order(caller: Caller, ruler: Caller, id_: CommandId) -> CommandId:
    """The order's id among the ruler's, where it comes from somebody else: ids are unique for a player."""
    if caller.player == ruler.player:
        return id_
    return f"o-{hashlib.sha256(f'{caller.player} {id_}'.encode()).hexdigest()[:40]}"
