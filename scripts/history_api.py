"""The requests about finished hands, favourites, share links and review, described."""

import msgspec

from riverrun.contracts.history_messages import (
    FavouriteList,
    FigureList,
    HandList,
    HandNote,
    MadeShare,
    NewShare,
    ReplayedHand,
    ShareList,
)
from riverrun.contracts.review_messages import FindingList, NewDecision, ToldFinding
from scripts.api_operations import HAND, KEY, TABLE, Description, in_path, operation

HISTORY_KINDS: tuple[type[msgspec.Struct], ...] = (
    FavouriteList,
    FigureList,
    FindingList,
    HandList,
    HandNote,
    MadeShare,
    NewDecision,
    NewShare,
    ReplayedHand,
    ShareList,
    ToldFinding,
)


def asked(name: str, kind: str = "integer") -> Description:
    """A part of the query."""
    return {"name": name, "in": "query", "schema": {"type": kind}}


TIMES = [asked("since_ms"), asked("until_ms")]
FIGURES = [asked("players", "string"), asked("position", "string"), asked("currency", "string")]
FIGURES += [asked("big_blind"), asked("players_from"), asked("players_to"), *TIMES]
FIGURES += [asked("imported", "boolean")]
HANDS = [asked("table", "string"), asked("cards", "string"), asked("big_blind"), asked("pot_from")]
HANDS += [asked(flag, "boolean") for flag in ("all_in", "insured", "showdown")]
HANDS += [asked("since_ms"), asked("before_ms"), asked("limit"), asked("player", "string")]
HANDS += [asked("imported", "boolean")]
FORMAT = {"name": "format", "in": "query", "schema": {"type": "string", "enum": ["phh", "ohh", "stars"]}}
ONE_HAND = [TABLE, HAND]
TOLD_HAND = [*ONE_HAND, asked("imported", "boolean")]


def history_paths() -> Description:
    """Figures, hands, the caller's album, and what a club's reviewers look at."""
    hand, finding = "/v1/hands/{table}/{hand}", "/v1/clubs/{club}/findings/{finding}"
    found = [in_path("club"), asked("days")]
    return {
        "/v1/figures": {"get": operation("Players' figures", FigureList, parameters=FIGURES)},
        "/v1/hands": {"get": operation("One's finished hands", HandList, parameters=HANDS)},
        hand: {"get": operation("A finished hand, step by step", ReplayedHand, parameters=TOLD_HAND)},
        f"{hand}/file": {
            "get": operation("A finished hand as a file", None, parameters=[*TOLD_HAND, FORMAT])
        },
        "/v1/favourites": {"get": operation("One's favourites", FavouriteList)},
        f"{hand}/favourite": {
            "put": operation("Keep a hand", None, status=204, body=HandNote, parameters=ONE_HAND),
            "delete": operation("Keep it no more", None, status=204, parameters=ONE_HAND),
        },
        "/v1/shares": {"get": operation("One's share links", ShareList)},
        f"{hand}/shares": {
            "post": operation(
                "Share a hand", MadeShare, status=201, body=NewShare, parameters=[*ONE_HAND, KEY]
            )
        },
        "/v1/shares/{share}": {
            "delete": operation("End a link", None, status=204, parameters=[in_path("share")])
        },
        "/v1/shared/{token}": {
            "get": operation(
                "The hand behind a link", ReplayedHand, parameters=[in_path("token")], anyone=True
            )
        },
        "/v1/clubs/{club}/findings": {"get": operation("Whom to look at", FindingList, parameters=found)},
        finding: {
            "get": operation("One finding", ToldFinding, parameters=[*found, in_path("finding")]),
        },
        f"{finding}/decisions": {
            "post": operation(
                "Say what it is", None, status=204, body=NewDecision, parameters=[*found, in_path("finding")]
            ),
        },
    }
