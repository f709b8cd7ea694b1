"""The requests about clubs and their chips, described."""

import msgspec

from riverrun.contracts.club_messages import (
    AccountBalance,
    AccountPage,
    AdjustmentList,
    AgentTerms,
    ChosenTemplate,
    ClosedPeriod,
    ClubBounds,
    ClubList,
    JoinAnswer,
    JoinWish,
    LedgerEntry,
    MemberPage,
    NewAdjustment,
    NewAgent,
    NewClub,
    NewCollection,
    NewCredit,
    NewGrant,
    NewRole,
    NewSettlement,
    PeriodPage,
    ProposedAdjustment,
    ShownClub,
    StatementPage,
)
from riverrun.contracts.rest_messages import NewTable
from riverrun.contracts.table_config import TableConfig
from scripts.api_operations import KEY, PAGE, Description, in_path, operation

CLUB_KINDS: tuple[type[msgspec.Struct], ...] = (
    AccountBalance,
    AccountPage,
    AdjustmentList,
    AgentTerms,
    ChosenTemplate,
    ClosedPeriod,
    ClubBounds,
    ClubList,
    JoinAnswer,
    JoinWish,
    LedgerEntry,
    MemberPage,
    NewAdjustment,
    NewAgent,
    NewClub,
    NewCollection,
    NewCredit,
    NewGrant,
    NewRole,
    NewSettlement,
    PeriodPage,
    ProposedAdjustment,
    ShownClub,
    StatementPage,
)


CLUB, MEMBER = in_path("club"), in_path("player")
ACCOUNT = {"name": "account", "in": "query", "schema": {"type": "string"}}


def wish(
    summary: str,
    answer: type[msgspec.Struct] | None,
    body: type[msgspec.Struct] | None = None,
    *parts: Description,
    status: int = 204,
) -> Description:
    """What changes something, and may be asked again under its key."""
    return operation(summary, answer, status=status, body=body, parameters=[*parts, KEY])


def club_paths() -> Description:
    """Clubs."""
    member, template = (CLUB, MEMBER), (CLUB, in_path("template"))
    return {
        "/v1/clubs": {
            "get": operation("One's clubs", ClubList),
            "post": wish("Found a club", ShownClub, NewClub, status=201),
        },
        "/v1/clubs/joins": {"post": wish("Ask to be let in", None, JoinWish)},
        "/v1/clubs/{club}": {"get": operation("A club", ShownClub, parameters=[CLUB])},
        "/v1/clubs/{club}/members": {
            "get": operation("Members, a page at a time", MemberPage, parameters=[CLUB, *PAGE])
        },
        "/v1/clubs/{club}/members/{player}": {"delete": wish("Leave, or have go", None, None, *member)},
        "/v1/clubs/{club}/members/{player}/ban": {
            "put": wish("Let somebody in no more", None, None, *member),
            "delete": wish("Let him ask again", None, None, *member),
        },
        "/v1/clubs/{club}/members/{player}/answer": {
            "post": wish("Let in, or not", None, JoinAnswer, *member)
        },
        "/v1/clubs/{club}/members/{player}/role": {"put": wish("Give a role", None, NewRole, *member)},
        "/v1/clubs/{club}/members/{player}/agent": {"put": wish("Give an agent", None, NewAgent, *member)},
        "/v1/clubs/{club}/members/{player}/terms": {
            "put": wish("Say what an agent gets", None, AgentTerms, *member)
        },
        "/v1/clubs/{club}/members/{player}/credit": {"put": wish("Give credit", None, NewCredit, *member)},
        "/v1/clubs/{club}/code": {"post": wish("A new code", ShownClub, None, CLUB, status=200)},
        "/v1/clubs/{club}/bounds": {"put": wish("Bounds of the club", None, ClubBounds, CLUB)},
        "/v1/clubs/{club}/templates/{template}": {
            "put": wish("Keep a set of options", None, TableConfig, *template),
            "delete": wish("Keep it no more", None, None, *template),
        },
        "/v1/clubs/{club}/tables": {"post": wish("Open a table", NewTable, ChosenTemplate, CLUB, status=201)},
    }


def chip_paths() -> Description:
    """A club's chips."""
    adjustment = (CLUB, in_path("adjustment"))
    return {
        "/v1/clubs/{club}/balance": {
            "get": operation("What an account holds", AccountBalance, parameters=[CLUB, ACCOUNT])
        },
        "/v1/clubs/{club}/accounts": {
            "get": operation("All accounts, a page at a time", AccountPage, parameters=[CLUB, *PAGE])
        },
        "/v1/clubs/{club}/statement": {
            "get": operation("An account's entries", StatementPage, parameters=[CLUB, ACCOUNT, *PAGE])
        },
        "/v1/clubs/{club}/grants": {"post": wish("Grant chips", LedgerEntry, NewGrant, CLUB, status=201)},
        "/v1/clubs/{club}/take_backs": {
            "post": wish("Take chips back", LedgerEntry, NewGrant, CLUB, status=201)
        },
        "/v1/clubs/{club}/collections": {
            "post": wish("Collect an agent's earnings", LedgerEntry, NewCollection, CLUB, status=201)
        },
        "/v1/clubs/{club}/adjustments": {
            "get": operation("Corrections that wait", AdjustmentList, parameters=[CLUB]),
            "post": wish("Propose a correction", ProposedAdjustment, NewAdjustment, CLUB, status=201),
        },
        "/v1/clubs/{club}/adjustments/{adjustment}": {
            "delete": wish("Give a correction up", None, None, *adjustment)
        },
        "/v1/clubs/{club}/adjustments/{adjustment}/approval": {
            "post": wish("Approve a correction", LedgerEntry, None, *adjustment, status=201)
        },
        "/v1/clubs/{club}/settlements": {
            "get": operation("Closed periods, a page at a time", PeriodPage, parameters=[CLUB, *PAGE]),
            "post": wish("Close a period", ClosedPeriod, NewSettlement, CLUB, status=201),
        },
        "/v1/clubs/{club}/settlements/{period}": {
            "get": operation("A closed period", ClosedPeriod, parameters=[CLUB, in_path("period")])
        },
    }
