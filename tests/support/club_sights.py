"""A club service as the door asks it who may watch: answers from what a test wrote down, or not at all."""

from riverrun.pb.club.v1 import club_pb2 as pb
from services.gateway.refusals import AccountsUnavailable


class ClubSights:
    """`members`: whose members play where; `open`: clubs that let everybody watch."""

    def __init__(self) -> None:
        self.members: dict[str, set[str]] = {}
        self.open: set[str] = set()
        self.is_away = False
        self.asked = 0

    async def __call__(self, request: pb.SightsRequest) -> pb.SightsResponse:
        self.asked += 1
        if self.is_away:
            raise AccountsUnavailable(retry_ms=1_000)
        return pb.SightsResponse(
            open=sorted(self.open.intersection(request.clubs)),
            sights=[
                pb.Sight(player=one, clubs=[club for club, who in self.members.items() if one in who])
                for one in request.players
            ],
        )
