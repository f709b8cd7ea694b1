"""What the gateway refuses about accounts, said to the person at the terminal."""

from riverrun.client import Refused

_WORDS = {
    "bad_credentials": "This name and this password do not belong together.",
    "login_taken": "Somebody else logs in under this name.",
    "bad_login": "A login name has 3 to 64 characters, without spaces.",
    "bad_password": "A password has 8 to 128 characters and is not one of those tried first.",
    "bad_name": "A name has 1 to 20 printable characters.",
    "has_account": "This guest has an account already: log in.",
    "too_many_devices": "You are known on as many devices as one may be: revoke one first.",
    "other_device_active": "You are logged in on another device: log out there first.",
    "accounts_unavailable": "Accounts do not answer for the moment; try again.",
    "account_needed": "This is for people with accounts: `riverrun register`.",
    "bad_period": "1 to 1,826 days.",
    "unknown_device": "You have no such device: `riverrun me devices` lists them.",
    "unknown_player": "There is no such player: he is named by his id, as at the table.",
    "too_many_blocked": "You have blocked as many as one may.",
    "no_reports": "This house takes no reports.",
    "session_over": "You are logged in no more: `riverrun login`.",
    "not_authenticated": "You are logged in no more: `riverrun login`.",
}


def account_words(refused: Refused) -> str:
    """One sentence."""
    if refused.code == "too_many_attempts":
        seconds = -(-int(refused.details.get("retry_ms") or 1_000) // 1_000)
        return f"Too many attempts: wait {seconds} s."
    return _WORDS.get(refused.code, str(refused))
