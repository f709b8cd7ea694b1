"""Who is banned comes in by no door: not by the code, not in an open house, not on a waiting list."""

from types import SimpleNamespace
from typing import Any

import pytest

from services.club.bouncer.former_members import Stranger, former_members
from services.club.clubs import banning, deciding, refusals
from services.club.clubs.club_events import ClubLimits, MemberBanned, MemberLeft
from tests.unit.club.test_clubs import CODE, Hall

TABLE = "s0-rhine"


def ban(hall: Hall, by: str, player: str) -> Hall:
    return hall.take(banning.ban(hall.club, hall.by(by), player))


def asks(hall: Hall, player: str) -> Hall:
    return hall.take(deciding.ask_to_join(hall.club, hall.by(player), player.title(), CODE))


def test_a_member_is_out_at_once_whatever_he_holds_and_does_not_come_back() -> None:
    hall = Hall().join("bob")

    events = banning.ban(hall.club, hall.by("ann"), "bob")
    hall.take(events)

    assert [type(event) for event in events] == [MemberLeft, MemberBanned]
    assert (hall.club.standing("bob"), hall.club.banned) == ("stranger", {"bob": "Bob"})
    with pytest.raises(refusals.BannedFromClub):
        asks(hall, "bob")


def test_who_asks_to_join_or_never_came_is_banned_too() -> None:
    hall = asks(Hall(), "bob")
    ban(ban(hall, "ann", "bob"), "ann", "eve")

    assert (hall.club.asking, hall.club.banned) == ({}, {"bob": "Bob", "eve": ""})
    with pytest.raises(refusals.NothingAsked):
        deciding.answer_join(hall.club, hall.by("ann"), "bob", admit=True)


def test_a_slip_of_the_pen_bans_nobody() -> None:
    hall = asks(Hall().join("bob"), "dee")

    with pytest.raises(refusals.UnknownPlayer):
        banning.ban(hall.club, hall.by("ann"), "Bop", exists=False)
    # Who has deleted his account is still to be had out of the club.
    for player in ("bob", "dee"):
        assert banning.ban(hall.club, hall.by("ann"), player, exists=False)


def test_an_open_house_is_not_open_to_him() -> None:
    hall = Hall()
    hall.take(deciding.set_limits(hall.club, hall.by("ann"), ClubLimits(open_house=True)))
    ban(hall, "ann", "eve")

    assert list(deciding.welcome(hall.club, hall.by("eve"))) == []
    assert deciding.welcome(hall.club, hall.by("dee"))
    clubs: Any = SimpleNamespace(show=lambda _: hall.club)
    waiting = [Stranger("c1", TABLE, player, sits=False) for player in ("eve", "dee")]
    assert [one.player for one in former_members(clubs, waiting)] == ["eve"]


def test_a_ban_is_lifted_and_he_may_ask_again() -> None:
    hall = ban(Hall().join("bob"), "ann", "bob")
    assert list(banning.ban(hall.club, hall.by("ann"), "bob")) == []

    hall.take(banning.lift_ban(hall.club, hall.by("ann"), "bob"))

    assert hall.club.banned == {}
    assert hall.join("bob").club.standing("bob") == "member"
    with pytest.raises(refusals.NotBanned):
        banning.lift_ban(hall.club, hall.by("ann"), "bob")


def test_a_manager_bans_members_and_no_manager_and_nobody_the_owner() -> None:
    hall = Hall().join("mia", "mel", "bob").give("mia", "manager").give("mel", "manager")

    ban(hall, "mia", "bob")
    with pytest.raises(refusals.NotAllowed):
        ban(hall, "mia", "mel")
    with pytest.raises(refusals.OwnerStays):
        ban(hall, "mia", "ann")
    ban(hall, "ann", "mel")

    assert hall.club.banned.keys() == {"bob", "mel"}


def test_a_club_bans_so_many_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(banning, "MOST_BANNED", 1)
    hall = ban(Hall(), "ann", "eve")

    with pytest.raises(refusals.ClubFull) as refused:
        ban(hall, "ann", "eva")

    assert refused.value.details == {"limit": "banned", "most": 1}
