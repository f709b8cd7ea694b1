"""At the door: who may sit down at a table, before the table itself is asked (R8.8, R11.1, R13.4)."""

from typing import TypeAlias

from riverrun.contracts.admission import AdmissionOptions
from riverrun.contracts.audit_log import AuditRecord
from riverrun.contracts.table_commands import AutoTopUp, ComeBack, JoinWaitingList, SitDown, TopUp
from riverrun.kernel.chips import MAX_CHIPS, Chips
from riverrun.kernel.identifiers import PlayerId, TableId
from riverrun.pb.identity.v1 import identity_pb2 as pb
from riverrun.runtime.audit.trail import Trail
from riverrun.runtime.clock import Clock
from services.gateway.caller import Caller
from services.gateway.identity_line import IdentityLine
from services.gateway.neighbours import Neighbours
from services.gateway.refusals import DeviceNeeded, Excluded, NotAdmitted, OverOwnLimit, PositionNeeded
from services.gateway.seated import SeatedAt
from services.gateway.taken_tables import TakenTables
from services.gateway.whence import Whence
from services.gateway.whereabouts import Marks

LEAST_DEVICE = 8
"""As many characters as an id has at least that an app drew."""

LetIn: TypeAlias = SitDown | ComeBack | TopUp | AutoTopUp | JoinWaitingList


class Admission:
    """Asked with every wish to sit down, to wait for a seat, to come back or to bring more chips."""

    def __init__(
        self,
        line: IdentityLine,
        seated: SeatedAt,
        seats: TakenTables,
        neighbours: Neighbours,
        marks: Marks,
        trail: Trail,
        clock: Clock,
    ) -> None:
        self._line = line
        self._seated = seated
        self._seats = seats
        self._neighbours = neighbours
        self._marks = marks
        self._trail = trail
        self._clock = clock

    async def check(self, caller: Caller, whence: Whence, table: TableId, command: LetIn) -> None:
        """Raises `Excluded`, `OverOwnLimit`, `TooManySeats`, `NotAdmitted`, `PositionNeeded`, `DeviceNeeded`.

        And what the accounts say of losses and time: `loss_limit_reached`, `time_limit_reached`.

        Also `TableUnavailable` and `AccountsUnavailable`: who excluded himself is not let in by an outage.
        """
        if caller.session:
            await self._keeps_own_rules(caller, table, command)
        if not isinstance(command, SitDown):
            return
        seated = await self._seated(table, caller)
        if caller.player in seated.players:
            # He asks once more; the table answers as before.
            return
        await self._seats.take(caller, table)
        if seated.admission.asks:
            await self._keeps_apart(caller, whence, table, seated.admission, seated.players)

    async def _keeps_own_rules(self, caller: Caller, table: TableId, command: LetIn) -> None:
        rules = await self._line.own_rules(pb.OwnRulesRequest(player=caller.player))
        now_ms = self._clock.now_ms()
        if now_ms < rules.excluded_until_ms:
            raise Excluded(until_ms=rules.excluded_until_ms)
        if any(one.value or one.next_value for one in rules.limits):
            await self._keeps_limits(caller, table, command)
        limit = rules.next_buy_in_limit if now_ms >= rules.next_limit_ms else rules.buy_in_limit
        if not limit:
            return
        brought = _brought(command)
        if isinstance(command, TopUp):
            # Many small ones are as much as one that is large.
            brought += (await self._seated(table, caller)).chips.get(caller.player, 0)
        if brought > limit:
            raise OverOwnLimit(limit=limit)

    async def _keeps_limits(self, caller: Caller, table: TableId, command: LetIn) -> None:
        # What tops up by itself is asked about when it does.
        amount = _brought(command) if isinstance(command, SitDown | TopUp) else 0
        club = (await self._seated(table, caller)).club if amount else ""
        await self._line.admit(pb.AdmitRequest(player=caller.player, amount=amount if club else 0, club=club))

    async def _keeps_apart(
        self,
        caller: Caller,
        whence: Whence,
        table: TableId,
        options: AdmissionOptions,
        players: frozenset[PlayerId],
    ) -> None:
        if options.least_distance_m and whence.place is None:
            raise PositionNeeded
        if options.refuse_same_device and len(whence.device) < LEAST_DEVICE:
            # Who left it out would be kept apart from nobody.
            raise DeviceNeeded
        new = self._marks.whereabouts(whence.address, whence.device, whence.place, self._clock.now_ms())
        refused = await self._neighbours.come_in(table, caller, new, options, players)
        if refused is not None:
            # The player is told no more than that; the owner reads the book, the operator this.
            details: dict[str, int | str | bool | None] = {
                "because": refused.because,
                "beside": refused.beside,
            }
            self._trail.note(
                AuditRecord(
                    self._clock.now_ms(),
                    caller.player,
                    whence.address,
                    whence.connection,
                    "admission",
                    table,
                    "",
                    NotAdmitted.code,
                    details,
                )
            )
            raise NotAdmitted


def _brought(command: LetIn) -> Chips:
    """What the command brings to the table at most."""
    match command:
        case SitDown(buy_in=buy_in):
            return buy_in
        case TopUp(amount=amount):
            return amount
        case AutoTopUp(below=below, to=to):
            # Up to the table's maximum, whatever it is.
            return (to or MAX_CHIPS) if below else 0
        case ComeBack() | JoinWaitingList():
            return 0
