"""The calls of review: look at a period's hands, tell findings, keep what people decide on them."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import TypeVar, get_args

import msgspec
import structlog
from eventsourcing.persistence import PersistenceError
from grpc import StatusCode

from riverrun.contracts.review_messages import Verdict
from riverrun.pb.history.v1 import history_pb2 as pb
from riverrun.pb.history.v1.history_pb2_grpc import ReviewsServicer
from riverrun.runtime.clock import Clock
from riverrun.runtime.grpc.bad_argument import BadArgument
from services.history.asking import Asking, Context
from services.history.docket import refusals
from services.history.docket.docket import Docket
from services.history.docket.docket_events import FindingDecided
from services.history.docket.dockets import Dockets, DocketWrittenAllTheTime
from services.history.review.asked_sums import DAY_MS, Period, meetings_of
from services.history.review.findings import Finding, findings
from services.history.review.hands_of import hands_of

log = structlog.get_logger(__name__)

T = TypeVar("T")
LOG_AWAY = "log_away: ask again"
LONGEST_PERIOD_MS = 92 * DAY_MS
LONGEST_NOTE = 500


@dataclass(frozen=True)
class ReviewDesk:
    """What the calls stand on: dockets, the threads in which they block, and the clock."""

    dockets: Dockets
    threads: Executor
    clock: Clock


class ReviewsCounter(ReviewsServicer):
    """What it refuses, `Answering` turns into a status."""

    def __init__(self, asking: Asking) -> None:
        self.desk: ReviewDesk | None = None
        self._asking = asking

    @property
    def _desk(self) -> ReviewDesk:
        assert self.desk is not None, "asked before the service has started"
        return self.desk

    async def Findings(self, request: pb.FindingsRequest, context: Context) -> pb.FindingsResponse:  # noqa: N802
        period = _period_in(request)
        docket = await self._do(context, lambda dockets: dockets.of(request.club))
        found = await self._found(context, period)
        return pb.FindingsResponse(findings=[_told(one, docket) for one in found])

    async def TellFinding(self, request: pb.TellFindingRequest, context: Context) -> pb.ToldFinding:  # noqa: N802
        period = _period_in(request.among)
        docket = await self._do(context, lambda dockets: dockets.of(request.among.club))
        finding = await self._finding(context, period, request.finding)
        hands = await self._asking.ask(context, lambda database: hands_of(database, finding, period))
        return pb.ToldFinding(
            finding=_told(finding, docket),
            hands=[pb.CheckedHand(**msgspec.structs.asdict(hand)) for hand in hands],
        )

    async def DecideFinding(  # noqa: N802
        self, request: pb.DecideFindingRequest, context: Context
    ) -> pb.DecideFindingResponse:
        period, verdict, note = _period_in(request.among), _verdict_in(request), _note_in(request)
        finding = await self._finding(context, period, request.finding)
        decided = FindingDecided(
            self._desk.clock.now_ms(),
            request.by,
            finding.key,
            verdict,
            note,
            finding.score_milli,
            finding.reasons,
            period.since_ms,
            period.until_ms,
        )
        await self._do(context, lambda dockets: dockets.decide(request.among.club, decided))
        return pb.DecideFindingResponse()

    async def _found(self, context: Context, period: Period) -> list[Finding]:
        return await self._asking.ask(context, lambda database: findings(meetings_of(database, period)))

    async def _finding(self, context: Context, period: Period, key: str) -> Finding:
        """The finding of that key. Raises `UnknownFinding`."""
        for one in await self._found(context, period):
            if one.key == key:
                return one
        raise refusals.UnknownFinding

    async def _do(self, context: Context, work: Callable[[Dockets], T]) -> T:
        """Run what blocks; a log that is away becomes UNAVAILABLE."""
        desk = self._desk
        try:
            return await asyncio.get_running_loop().run_in_executor(desk.threads, work, desk.dockets)
        except (PersistenceError, DocketWrittenAllTheTime) as away:
            log.warning("log_away", reason=repr(away))
            await context.abort(StatusCode.UNAVAILABLE, LOG_AWAY)
            raise


def _period_in(asked: pb.FindingsRequest) -> Period:
    if not 0 < asked.until_ms - asked.since_ms <= LONGEST_PERIOD_MS or asked.since_ms < 0:
        raise BadArgument("bad_time", "until_ms", "later than since_ms, by at most 92 days")
    return Period(asked.since_ms, asked.until_ms, list(asked.tables))


def _verdict_in(asked: pb.DecideFindingRequest) -> Verdict:
    for verdict in get_args(Verdict):
        if verdict == asked.verdict:
            return verdict  # type: ignore[no-any-return]  # one of the literal's own
    raise BadArgument("unknown_verdict", "verdict", "cleared, watched or confirmed")


def _note_in(asked: pb.DecideFindingRequest) -> str:
    note = asked.note.strip()
    if not note or len(note) > LONGEST_NOTE or not note.isprintable():
        raise BadArgument("bad_note", "note", f"1 to {LONGEST_NOTE} printable characters")
    return note


def _told(finding: Finding, docket: Docket) -> pb.Finding:
    return pb.Finding(
        finding=finding.key,
        kind=finding.kind,
        players=finding.players,
        score_milli=finding.score_milli,
        hands=finding.hands,
        reasons=finding.reasons,
        decisions=[
            pb.Decision(at_ms=one.at_ms, by=one.by, verdict=one.verdict, note=one.note)
            for one in docket.decided.get(finding.key, ())
        ],
    )
