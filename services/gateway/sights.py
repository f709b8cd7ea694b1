"""Who may watch which clubs' tables: known of all who are connected here, and asked of the club all the time.

What is known counts for a while after the club service fell silent, for tables go on without it; then all are
strangers until it answers. A no is never remembered: who has just become a member is let in at once.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Protocol, TypeAlias

import grpc
import structlog

from riverrun.contracts.views import LobbyEntry
from riverrun.kernel.identifiers import PlayerId
from riverrun.pb.club.v1 import club_pb2 as pb
from riverrun.runtime.clock import Clock
from services.gateway.asking import RETRY_MS
from services.gateway.club_line import ClubLine
from services.gateway.newest import Newest
from services.gateway.refusals import AccountsUnavailable, MembersOnly

log = structlog.get_logger(__name__)

ASKED_EVERY_S = 2.0
"""Who is a member no more loses sight of the club's tables within this time, and a second for telling him."""
TRUSTED_S = 300.0
"""So long what is known counts while the club service does not answer."""

NONE: frozenset[str] = frozenset()
Changed: TypeAlias = Callable[[], None]


class AskSights(Protocol):
    """Asks the club service. Raises `AccountsUnavailable`."""

    async def __call__(self, request: pb.SightsRequest, /) -> pb.SightsResponse: ...


class Sights:
    """`run` as a task. `listed` says which clubs have tables in the lobby."""

    def __init__(self, ask: AskSights, listed: Callable[[], Iterable[str]], clock: Clock) -> None:
        self._ask = ask
        self._listed = listed
        self._clock = clock
        self._here: defaultdict[PlayerId, set[Changed]] = defaultdict(set)
        self._clubs_of: Newest[PlayerId, frozenset[str]] = Newest()
        self._is_open: Newest[str, bool] = Newest()
        self._answered_s = clock.monotonic_s()
        self.open = NONE
        """Clubs whose tables anybody may watch."""
        self.revision = 0
        """Another one whenever somebody sees more or less than before."""

    def attend(self, player: PlayerId, changed: Changed) -> None:
        """One connection more; `changed` is called when the player may see more or less than before."""
        self._here[player].add(changed)

    def leave(self, player: PlayerId, changed: Changed) -> None:
        """One connection less."""
        connections = self._here.get(player)
        if connections is not None:
            connections.discard(changed)
            if not connections:
                del self._here[player]
                self._clubs_of.forget(player)

    def clubs_of(self, player: PlayerId) -> frozenset[str]:
        """The clubs that he belongs to, as far as is known."""
        return self._clubs_of.get(player, NONE)

    def sees(self, player: PlayerId, club: str) -> bool:
        """Whether he may watch the club's tables, as far as is known."""
        return club in self.open or club in self.clubs_of(player)

    async def require(self, player: PlayerId, club: str) -> None:
        """Raises `MembersOnly` for who may not watch the club's tables, `AccountsUnavailable`."""
        if not self.sees(player, club) and club not in await self.seen_by(player, [club]):
            raise MembersOnly

    async def seen_by(self, player: PlayerId, clubs: Iterable[str]) -> frozenset[str]:
        """Those of the clubs whose tables he may watch, asked just now. Raises `AccountsUnavailable`."""
        asked_s = self._clock.monotonic_s()
        answer = await self._ask(pb.SightsRequest(clubs=sorted(clubs), players=[player]))
        self._take(answer, clubs, asked_s)
        return frozenset([*answer.open, *answer.sights[0].clubs]).intersection(clubs)

    async def seen_among(self, player: PlayerId, tables: Sequence[LobbyEntry]) -> list[LobbyEntry]:
        """Those of the tables that he sees; of clubs that do not answer, those known as open or as his."""
        hidden = frozenset(one.club for one in tables if one.club) - self.open
        if hidden:
            seen = self.clubs_of(player)
            with suppress(AccountsUnavailable):
                seen = await self.seen_by(player, hidden)
            hidden -= seen
        return [one for one in tables if one.club not in hidden]

    async def learn(self, player: PlayerId) -> None:
        """Have it known what he sees of the lobby. Raises `AccountsUnavailable`."""
        hidden = frozenset(self._listed()) - self.open
        if hidden and player not in self._clubs_of:
            await self.seen_by(player, hidden)

    async def run(self) -> None:
        """Ask again and again."""
        while True:
            await self._clock.sleep(ASKED_EVERY_S)
            await self.refresh()

    async def refresh(self) -> None:
        """Ask about all who are connected, and all clubs that matter."""
        clubs = {*self._listed(), *self._is_open}
        asked_s = self._clock.monotonic_s()
        if not clubs:
            # Who was not asked has not fallen silent.
            self._answered_s = asked_s
            return
        try:
            answer = await self._ask(pb.SightsRequest(clubs=sorted(clubs), players=sorted(self._here)))
        except AccountsUnavailable:
            if asked_s - self._answered_s > TRUSTED_S:
                self._forget_all()
        else:
            self._answered_s = asked_s
            self._take(answer, clubs, asked_s)

    def _take(self, answer: pb.SightsResponse, clubs: Iterable[str], asked_s: float) -> None:
        changed = {
            sight.player
            for sight in answer.sights
            # Of who merely asks over REST nothing is kept.
            if sight.player in self._here
            and self._clubs_of.put(sight.player, frozenset(sight.clubs), asked_s)
        }
        open_now = set(answer.open)
        for club in clubs:
            self._is_open.put(club, club in open_now, asked_s)
        self._tell(changed)

    def _forget_all(self) -> None:
        if self._clubs_of or self._is_open:
            log.warning("club_sights_forgotten", after_s=TRUSTED_S)
            self._clubs_of.clear()
            self._is_open.clear()
            self._tell(set(self._here))

    def _tell(self, changed: set[PlayerId]) -> None:
        """These players see more or less than before; and all do where clubs opened or closed their doors."""
        is_open = frozenset(club for club in self._is_open if self._is_open.get(club, False))
        if is_open != self.open:
            self.open, changed = is_open, set(self._here)
            self.revision += 1
        elif changed:
            self.revision += 1
        for player in changed:
            for told in tuple(self._here.get(player, ())):
                told()


def asking_sights(line: ClubLine) -> AskSights:
    """Ask over the line; whatever goes wrong there, nothing is known for the moment."""

    async def ask(request: pb.SightsRequest) -> pb.SightsResponse:
        try:
            return await line.look_up(line.clubs.Sights, request)
        except grpc.aio.AioRpcError as error:
            log.warning("club_sights_unanswered", error=repr(error))
            raise AccountsUnavailable(retry_ms=RETRY_MS) from error

    return ask
