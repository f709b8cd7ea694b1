"""Who looks into hands of a club's table: its members, and who played the hand himself."""

from typing import Any

import pytest

from riverrun.contracts.admission import AdmissionOptions
from riverrun.contracts.refusals import NotAllowed
from services.gateway.caller import Caller
from services.gateway.club_sight import ClubSight
from services.gateway.seated import Seated
from services.gateway.table_clubs import TableClubs

ANN, EVE = Caller("p-ann", "Ann", "s-1"), Caller("g-eve", "Eve")


class Clubs:
    """Stands for the line to clubs: Ann is a member."""

    def __init__(self) -> None:
        self.clubs = self
        self.asked = 0

    LookInto = "look"

    async def look_up(self, call: str, request: Any) -> None:
        self.asked += 1
        assert (call, request.club) == ("look", "c1")
        if request.by.player != ANN.player:
            raise NotAllowed


def sight(clubs: Clubs) -> ClubSight:
    async def seated(table: str, _caller: Caller) -> Seated:
        return Seated(frozenset(), AdmissionOptions(), "p-owner", club="c1" if table == "s0-club" else "")

    line: Any = clubs
    return ClubSight(TableClubs(seated), line)


async def yes() -> bool:
    return True


async def no() -> bool:
    return False


async def test_a_stranger_sees_no_hand_of_a_clubs_table_that_he_has_not_played() -> None:
    seen = sight(Clubs())

    await seen.require(ANN, "s0-club", no)
    await seen.require(EVE, "s0-club", yes)
    with pytest.raises(NotAllowed):
        await seen.require(EVE, "s0-club", no)


async def test_hands_of_a_table_that_is_no_clubs_are_everybodys() -> None:
    clubs = Clubs()

    await sight(clubs).require(EVE, "s0-public", no)

    assert clubs.asked == 0
