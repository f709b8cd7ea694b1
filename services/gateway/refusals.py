"""Why the gateway itself says no. A table's own refusals pass through under their own codes."""

from riverrun.contracts.refusals import Refusal
from riverrun.contracts.table_commands import Reply


class BadJson(Refusal):
    """Not a JSON text."""

    code = "bad_json"
    text = "not a JSON text"


class BadMessage(Refusal):
    """A field is missing, unknown, of the wrong type or out of bounds; `field` names it."""

    code = "bad_message"

    def __init__(self, field: str, why: str) -> None:
        super().__init__(field=field)
        self.args = (why,)


class UnknownType(Refusal):
    """No message is called that."""

    code = "unknown_type"
    text = "no message is of this type"


class MessageTooLong(Refusal):
    """Longer than a message may be."""

    code = "message_too_long"
    text = "the message is too long"


class RateLimited(Refusal):
    """Too many messages or requests in too short a time."""

    code = "rate_limited"
    text = "too much in too short a time"


class TooManyUnanswered(Refusal):
    """Too many messages of this connection are still to be answered."""

    code = "too_many_unanswered"
    text = "wait for answers before asking more"


class IdReused(Refusal):
    """The id belongs to another message of the same player."""

    code = "id_reused"
    text = "this id was used for another message"


class NotAuthenticated(Refusal):
    """No valid token was shown; `reason` is `missing`, `expired`, `revoked` or `invalid`."""

    code = "not_authenticated"
    text = "a valid token is needed"


class ProtocolUnsupported(Refusal):
    """Client and server speak no common protocol."""

    code = "protocol_unsupported"
    text = "no common protocol version"


class TooManyTables(Refusal):
    """The connection watches as many tables as it may."""

    code = "too_many_tables"
    text = "this connection watches as many tables as it may"


class TableUnavailable(Refusal):
    """The table does not answer for the moment; the same command may be sent again under the same id."""

    code = "table_unavailable"
    text = "the table does not answer; send the same again"


class OriginNotAllowed(Refusal):
    """A web page from elsewhere may not connect."""

    code = "origin_not_allowed"
    text = "web pages of this origin may not connect"


class ServerFull(Refusal):
    """As many connections as this gateway takes, or it is about to stop."""

    code = "server_full"
    text = "no more connections are taken; try again later"


class BadName(Refusal):
    """The name is not one to be shown at a table."""

    code = "bad_name"
    text = "1 to 20 printable characters"


class AccountNeeded(Refusal):
    """This is for people with accounts, not for guests."""

    code = "account_needed"
    text = "register first"


class AccountsUnavailable(Refusal):
    """People's accounts do not answer for the moment; the same may be asked again under the same key."""

    code = "accounts_unavailable"
    text = "accounts do not answer; ask the same again"


class HistoryUnavailable(Refusal):
    """Finished hands cannot be read for the moment; the same may be asked again."""

    code = "history_unavailable"
    text = "history does not answer; ask the same again"


class Excluded(Refusal):
    """The person asked to be let in nowhere until `until_ms`."""

    code = "excluded"
    text = "you asked to be let in nowhere for a while"


class OverOwnLimit(Refusal):
    """More than the person allowed himself."""

    code = "over_own_limit"
    text = "that is more than you allowed yourself"


class TooManySeats(Refusal):
    """The player sits at as many tables as he may."""

    code = "too_many_seats"
    text = "you sit at as many tables as you may"


class TooManyOpenTables(Refusal):
    """The player has as many tables of his own open as he may."""

    code = "too_many_open_tables"
    text = "close a table of yours first"


class NotAdmitted(Refusal):
    """Somebody already there speaks against it; why in full, the table's owner knows."""

    code = "not_admitted"
    text = "this table does not admit you beside those who sit there"


class MembersOnly(Refusal):
    """The table is a club's, and the club shows its tables to its members alone."""

    code = "members_only"
    text = "this table is for members of its club"


class DeviceNeeded(Refusal):
    """The table keeps people of one device apart, and this client does not say what it runs on."""

    code = "device_needed"
    text = "this table admits only who says which device he plays on"


class PositionNeeded(Refusal):
    """The table admits only who says where he is."""

    code = "position_needed"
    text = "this table admits only who says where he is"


class NoReports(Refusal):
    """This house writes no reports down."""

    code = "no_reports"
    text = "this house takes no reports"


class RefusedByTable(Refusal):
    """A table's refusal, as it came."""

    def __init__(self, reply: Reply) -> None:
        super().__init__(**reply.details)
        self.args = (reply.message,)
        self.code = reply.code  # type: ignore[misc]  # the one refusal whose code is not of its class
