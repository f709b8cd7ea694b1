"""The requests about people's accounts and about the door, described."""

import msgspec

from riverrun.contracts.account_messages import (
    Account,
    BuyInLimit,
    Deletion,
    DevicePage,
    Exclusion,
    Me,
    NewAccount,
    NewOutsideSession,
    NewOwnLimit,
    NewPassword,
    NewSession,
    OwnStanding,
    RefreshSession,
    Rules,
)
from riverrun.contracts.door_messages import Report, TurnedAwayPage
from scripts.api_operations import DEVICE, KEY, LIMIT, OTHER, PAGE, TABLE, Description, operation

ACCOUNT_KINDS: tuple[type[msgspec.Struct], ...] = (
    Account,
    BuyInLimit,
    Deletion,
    DevicePage,
    Exclusion,
    Me,
    NewAccount,
    NewOutsideSession,
    NewOwnLimit,
    NewPassword,
    NewSession,
    OwnStanding,
    RefreshSession,
    Report,
    Rules,
    TurnedAwayPage,
)


def account_paths() -> Description:
    """People's accounts."""

    def coming_in(summary: str, body: type[msgspec.Struct], status: int = 201) -> Description:
        return {"post": operation(summary, Account, status=status, body=body, parameters=[KEY], anyone=True)}

    def done(summary: str, body: type[msgspec.Struct] | None = None, *parameters: Description) -> Description:
        return operation(summary, None, status=204, body=body, parameters=[*parameters, KEY])

    def ruled(summary: str, body: type[msgspec.Struct] | None = None, *more: Description) -> Description:
        return operation(summary, Rules, body=body, parameters=[*more, KEY])

    return {
        "/v1/tables/{table}/turned_away": {
            "get": operation("Whom the table turned away", TurnedAwayPage, parameters=[TABLE, *PAGE])
        },
        "/v1/reports": {"post": operation("Report a player", None, status=202, body=Report)},
        "/v1/accounts": coming_in("Register; with a guest's token, for that guest", NewAccount),
        "/v1/sessions": coming_in("Log in", NewSession),
        "/v1/sessions/outside": coming_in("Log in by the outside issuer's word", NewOutsideSession),
        "/v1/sessions/refresh": coming_in("New tokens for old", RefreshSession, status=200),
        "/v1/sessions/current": {"delete": done("Log out")},
        "/v1/me": {"get": operation("Whom the token proves", Me)},
        "/v1/me/password": {"put": done("Another password", NewPassword)},
        "/v1/me/deletion": {"post": done("Delete the account for good", Deletion)},
        "/v1/me/devices": {"get": operation("Devices, a page at a time", DevicePage, parameters=PAGE)},
        "/v1/me/devices/{device}": {"delete": done("Trust a device no more", None, DEVICE)},
        "/v1/me/rules": {"get": operation("What one asked of the house for oneself", Rules)},
        "/v1/me/rules/buy_in_limit": {"put": ruled("The most to bring to a table", BuyInLimit)},
        "/v1/me/rules/limits/{limit}": {
            "put": ruled("The most to lose in a period, or to play in a day", NewOwnLimit, LIMIT)
        },
        "/v1/me/rules/standing": {"get": operation("What is lost and played by now", OwnStanding)},
        "/v1/me/rules/exclusion": {"post": ruled("Be let in nowhere for a while", Exclusion)},
        "/v1/me/blocked/{player}": {
            "put": ruled("Hear somebody no more", None, OTHER),
            "delete": ruled("Hear somebody again", None, OTHER),
        },
    }
