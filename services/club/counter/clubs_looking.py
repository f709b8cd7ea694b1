"""Answers of `riverrun.club.v1.Clubs` who may look at what is played: asked by the apps' door."""

from riverrun.kernel.identifiers import PlayerId
from riverrun.pb.club.v1 import club_pb2 as pb
from riverrun.pb.club.v1.club_pb2_grpc import ClubsServicer
from services.club.clubs.deciding import allow
from services.club.counter import reading
from services.club.counter.desk import Context, Desk


class ClubsLooking(ClubsServicer):
    """What it refuses, `Answering` turns into a status."""

    def __init__(self) -> None:
        self.desk: Desk | None = None

    @property
    def _desk(self) -> Desk:
        assert self.desk is not None, "asked before the service has started"
        return self.desk

    async def LookInto(self, request: pb.LookIntoRequest, context: Context) -> pb.Done:  # noqa: N802
        player, name = reading.who(request.by), reading.club(request.club)

        def look() -> None:
            club = self._desk.clubs.show(name)
            if not club.limits.open_house:
                allow(club, player, "Clubs.LookInto")

        await self._desk.do(context, look)
        return pb.Done()

    async def Acquainted(  # noqa: N802
        self, request: pb.AcquaintedRequest, context: Context
    ) -> pb.AcquaintedResponse:
        asker = reading.who(request.by)
        players = [reading.player(one, "players") for one in request.players]

        def acquainted() -> list[PlayerId]:
            own = self._closed_clubs(asker)
            return [one for one in players if one == asker or self._meets(own, self._closed_clubs(one))]

        return pb.AcquaintedResponse(players=await self._desk.do(context, acquainted))

    async def Sights(self, request: pb.SightsRequest, context: Context) -> pb.SightsResponse:  # noqa: N802
        players = [reading.player(one, "players") for one in request.players]
        directory = self._desk.directory

        def sights() -> pb.SightsResponse:
            by_all, clubs_of = directory.sights(request.clubs, players)
            told = [pb.Sight(player=one, clubs=clubs) for one, clubs in clubs_of.items()]
            return pb.SightsResponse(open=by_all, sights=told)

        return await self._desk.do(context, sights)

    def _meets(self, own: set[str], theirs: set[str]) -> bool:
        return not theirs or bool(own & theirs)

    def _closed_clubs(self, player: PlayerId) -> set[str]:
        desk = self._desk
        clubs = desk.directory.clubs_of(player)
        return {club for club in clubs if not desk.clubs.show(club).limits.open_house}
