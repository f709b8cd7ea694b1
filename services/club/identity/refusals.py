"""Why an account's door stays shut. None of the words tells whether an account exists."""

from riverrun.contracts.refusals import Refusal


class BadCredentials(Refusal):
    """The name, the password or both are wrong; which one is nobody's business."""

    code = "bad_credentials"
    text = "this name and this password do not belong together"


class TooManyAttempts(Refusal):
    """Too many wrong passwords for this name or from this address; wait `retry_ms`."""

    code = "too_many_attempts"
    text = "too many attempts; wait a while"


class LoginIsTaken(Refusal):
    """Somebody else logs in under this name."""

    code = "login_taken"
    text = "this login name is taken"


class BadLogin(Refusal):
    """A login name has 3 to 64 characters, without spaces."""

    code = "bad_login"
    text = "a login name has 3 to 64 printable characters without spaces"


class BadPassword(Refusal):
    """Too short, too long, or one that is tried first."""

    code = "bad_password"
    text = "a password has 8 to 128 characters, is not the login name and not among those tried first"


class HasAccount(Refusal):
    """This player has an account already."""

    code = "has_account"
    text = "this player has an account already"


class NoAccount(Refusal):
    """There is no account behind this player, such as a guest."""

    code = "no_account"
    text = "this player has no account"


class SessionOver(Refusal):
    """The refresh token counts no more: log in again."""

    code = "session_over"
    text = "log in again"


class IdReused(Refusal):
    """The command came before, and asked for something else."""

    code = "id_reused"
    text = "this id was used for another message"


class OtherDeviceActive(Refusal):
    """The house lets a person in from one device at a time, and another is logged in."""

    code = "other_device_active"
    text = "another device is logged in"


class TooManyDevices(Refusal):
    """As many devices as a person may have: revoke one."""

    code = "too_many_devices"
    text = "revoke a device first"


class UnknownDevice(Refusal):
    """The person has no such device."""

    code = "unknown_device"
    text = "no such device"


class UnknownSession(Refusal):
    """The person has no such session."""

    code = "unknown_session"
    text = "no such session"


class BadIdToken(Refusal):
    """What the outside issuer is said to have signed does not hold; `reason` is `expired` or `invalid`."""

    code = "bad_id_token"
    text = "the identity token does not hold"


class NoOutsideIssuer(Refusal):
    """This house trusts no outside issuer."""

    code = "no_outside_issuer"
    text = "this house trusts no outside issuer"


class BadPeriod(Refusal):
    """Self-exclusion lasts a day to five years."""

    code = "bad_period"
    text = "an exclusion lasts 1 to 1,826 days"


class BlockedEnough(Refusal):
    """As many players as a person may block."""

    code = "too_many_blocked"
    text = "unblock somebody first"


class UnknownPlayer(Refusal):
    """Nobody who has an account here is this player."""

    code = "unknown_player"
    text = "there is no such player"


class AccountBusy(Refusal):
    """Others changed the account at the same moment, again and again."""

    code = "account_busy"
    text = "ask again"
