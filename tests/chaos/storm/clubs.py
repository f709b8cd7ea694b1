"""The clubs of a storm: their people, and the tables opened in them."""

from dataclasses import dataclass, field

import msgspec

from riverrun.contracts.table_config import RakeTerms
from riverrun.kernel.identifiers import PlayerId, TableId
from riverrun.pb.club.v1 import club_pb2 as pb
from tests.support.club_house import ClubHouse
from tests.support.table_process import QUICK

MEMBERS = 12
TABLES = 4
RAKED = msgspec.structs.replace(QUICK, rake=RakeTerms(bps=500, cap_two=50, cap_three_four=50, cap_five_up=50))


@dataclass
class StormClub:
    """The owner proposes what the second approves; both are members like the others."""

    founded: pb.Club
    players: list[PlayerId]
    tables: list[TableId] = field(default_factory=list)

    @property
    def club(self) -> str:
        return self.founded.club

    @property
    def owner(self) -> PlayerId:
        return self.players[0]

    @property
    def second(self) -> PlayerId:
        return self.players[1]


async def found(house: ClubHouse, number: int) -> StormClub:
    """One club with its people and tables."""
    players = [f"p{number}-{i}" for i in range(MEMBERS)]
    club = await house.found(players[0])
    await house.join(club, *players[1:])
    await house.give(club, players[1], pb.ROLE_MANAGER)
    tables = [await house.open_table(club, RAKED) for _ in range(TABLES)]
    return StormClub(club, players, tables)
