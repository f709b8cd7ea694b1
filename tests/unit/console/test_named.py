"""Whom a word on the command line means; and how numbers are shown in their units."""

from collections.abc import AsyncIterator
from typing import cast

import click
import pytest

from console.club_desk.named import account_named, names_in, player_named
from console.telling.listed import shown
from riverrun.client import Refused, RiverrunClient
from riverrun.contracts.club_messages import AskingPlayer, BannedPlayer, ClubMember, MemberPage


def member(player: str, name: str) -> ClubMember:
    return ClubMember(player, name, "member", 0, "", 0, 0)


PAGES = (
    MemberPage(
        [member("p-ann", "Ann"), member("p-bob", "Bob")],
        [AskingPlayer("p-eve", "Eve")],
        "p-bob",
        [BannedPlayer("p-flo", "Flo")],
    ),
    MemberPage([member("p-cid", "Bob"), member("p-dee", "p-ann")], [], ""),
)


class Clubs:
    def __init__(self, refused: str = "") -> None:
        self._refused = refused

    async def members(self, _: str) -> AsyncIterator[MemberPage]:
        if self._refused:
            raise Refused(self._refused, "no")
        for page in PAGES:
            yield page


class Client:
    player = "p-ann"

    def __init__(self, refused: str = "") -> None:
        self.clubs = Clubs(refused)


def client(refused: str = "") -> RiverrunClient:
    return cast("RiverrunClient", Client(refused))


@pytest.mark.parametrize(
    ("word", "player"),
    [("p-bob", "p-bob"), ("Ann", "p-ann"), ("Eve", "p-eve"), ("me", "p-ann"), ("p-ann", "p-ann")],
)
async def test_members_and_who_asks_are_found_by_id_or_name(word: str, player: str) -> None:
    assert await player_named(client(), "c1", word) == player


async def test_a_name_of_several_is_nobodys() -> None:
    with pytest.raises(click.ClickException, match="p-bob, p-cid"):
        await player_named(client(), "c1", "Bob")


async def test_who_may_not_see_the_list_names_people_by_their_ids() -> None:
    assert await player_named(client("not_allowed"), "c1", "p-zoe") == "p-zoe"


async def test_any_other_refusal_passes_on() -> None:
    with pytest.raises(Refused):
        await player_named(client("unknown_club"), "c1", "Ann")


async def test_a_members_name_stands_for_the_members_account() -> None:
    assert await account_named(client(), "c1", "Ann") == "member:p-ann"


async def test_names_are_known_by_ids() -> None:
    names = await names_in(client(), "c1")
    assert (names["p-cid"], names["p-flo"]) == ("Bob", "Flo")


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("balance", -1_234_567, "-1,234,567"),
        ("rakeback_bps", 1_250, "12.5 %"),
        ("rakeback_bps", 0, ""),
        ("at_ms", 1_795_987_117_294, "2026-11-29 21:18:37"),
        ("from_ms", 0, ""),
        ("is_open", True, "yes"),
        ("is_open", False, ""),
        ("note", "a\x1b[31mb", "a [31mb"),
        ("earlier", {"Gus": 1_500, "Hal": 2}, "Gus 1,500, Hal 2"),
    ],
)
def test_values_are_shown_in_their_units(field: str, value: object, words: str) -> None:
    assert shown(field, value) == words
