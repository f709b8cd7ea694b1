"""The club of a Riverrun on one machine: an open house, whose tables are there for whoever comes."""

from typing import TYPE_CHECKING

import msgspec
from grpc.aio import AioRpcError

from console.supervisor.demo_tables import demo_config
from console.supervisor.held_slots import NotHosted
from riverrun.kernel.identifiers import TableId
from riverrun.pb.club.v1 import club_pb2 as pb
from riverrun.pb.club.v1.club_pb2_grpc import ClubsStub
from riverrun.runtime.grpc.channel import open_channel

if TYPE_CHECKING:
    from riverrun.pb.club.v1.club_pb2_grpc import ClubsAsyncStub

OWNER = "house"
WITHIN_S = 20


class DemoClub:
    """Founded once: every wish has the same id on each start, and is carried out once."""

    def __init__(self, target: str) -> None:
        self._target = target

    async def open(self, there: int, wanted: int) -> list[TableId]:
        """Open tables until there are `wanted`; the ids of the new ones. Raises `NotHosted`."""
        if there >= wanted:
            return []
        channel = open_channel(self._target)
        try:
            clubs = ClubsStub(channel)
            club = await self._founded(clubs)
            return [await self._opened(clubs, club, number) for number in range(there, wanted)]
        except AioRpcError as error:
            raise NotHosted(f"the club does not open its tables: {error.details()}") from error
        finally:
            await channel.close()

    async def _founded(self, clubs: "ClubsAsyncStub") -> str:
        founding = pb.FoundRequest(by=_wish("found"), name="The House", kind=pb.KIND_PLAY, owner_name="House")
        club = str((await clubs.Found(founding, timeout=WITHIN_S)).club)
        limits = pb.SetLimitsRequest(by=_wish("open-house"), club=club, limits=pb.Limits(open_house=True))
        await clubs.SetLimits(limits, timeout=WITHIN_S)
        return club

    async def _opened(self, clubs: "ClubsAsyncStub", club: str, number: int) -> TableId:
        config = demo_config(number)
        template = pb.Template(name=config.name, options=msgspec.json.encode(config))
        saving = pb.SaveTemplateRequest(by=_wish(f"template-{number}"), club=club, template=template)
        await clubs.SaveTemplate(saving, timeout=WITHIN_S)
        opening = pb.OpenTableRequest(by=_wish(f"table-{number}"), club=club, template=config.name)
        return TableId((await clubs.OpenTable(opening, timeout=WITHIN_S)).table)


def _wish(command: str) -> pb.By:
    return pb.By(player=OWNER, command=command)
