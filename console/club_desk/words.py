"""What the gateway refuses about clubs, as a sentence that says what to do, behind its code."""

from console.account.words import account_words
from riverrun.client import Refused

_WORDS = {
    "unknown_club": "There is no such club, or the code is an old one: `riverrun club mine` lists yours.",
    "not_allowed": "Your role in this club does not allow this: ask its owner, or see docs/roles.md.",
    "account_needed": "Clubs are for people with accounts: `riverrun register`.",
    "member_before": "You are a member already.",
    "not_a_member": "{player} is no member of this club: `riverrun club members` lists them.",
    "nothing_asked": "{player} has not asked to join: `riverrun club members` lists who has.",
    "banned_from_club": "This club does not let you in: its owner or a manager has banned you.",
    "unknown_player": "There is no player {player}: who is no member is named by his id.",
    "not_banned": "{player} is not banned: `riverrun club members` lists who is.",
    "owner_stays": "Give the club to another first: `riverrun club role NAME owner`.",
    "chips_left": "{account} holds {balance:,}: have them taken back or paid out, or `collect` them, first.",
    "still_seated": "Stand up from table {table} first; the chips then come home.",
    "not_an_agent": "{player} is no agent: make him one first, with `riverrun club role NAME agent`.",
    "bad_name": "A name has 1 to 40 printable characters.",
    "club_full": "The club has {limit} up to its bound of {most:,}: raise it with `riverrun club bounds`.",
    "too_many_clubs": "{player} has {limit} {most:,} clubs, as many as this house allows: leave one first.",
    "above_club_limit": "The club allows {limit} up to {most:,}: see `riverrun club bounds`.",
    "unknown_template": "There is no template {template}: `riverrun club template list` lists them.",
    "bad_template": "The option {option} is out of bounds: {why}.",
    "bad_option": "The option {option} is out of bounds: {why}.",
    "bad_limit": "{limit} is out of bounds.",
    "bad_message": "{field} is not as it must be: {message}.",
    "unknown_club_table": "{table} is no table of this club: `riverrun club table list` lists them.",
    "unknown_table": "There is no such table: `riverrun club table list` lists them.",
    "table_away": "Table {table} does not answer yet: ask the same again.",
    "not_enough_chips": "The account holds {balance:,} and may not go below {limit:,}.",
    "no_amount": "A transfer moves at least one chip.",
    "amount_too_large": "The most is {most:,}.",
    "unknown_account": "There is no account {account}: `riverrun club accounts` lists them.",
    "same_account": "A transfer goes from one account to another.",
    "transfer_id_reused": "That --key stands for another wish: leave it out.",
    "id_reused": "That --key stands for another wish: leave it out.",
    "only_in_play_clubs": "Only play clubs grant chips; here two persons do: `riverrun club adjustment`.",
    "reason_missing": "Say why, with --note.",
    "second_person_needed": "Another has to do this: nobody approves what he proposed, or lends to himself.",
    "unknown_adjustment": "No such correction waits: `riverrun club adjustment list` lists them.",
    "credit_below_balance": "The account owes {balance:,}: the limit cannot be above that.",
    "unknown_period": "No period of that name is closed: `riverrun club periods` lists them.",
    "already_paused": "The table is paused already.",
    "not_paused": "The table is not paused.",
    "table_closing": "The table closes after the hand in progress.",
    "table_closed": "The table is closed for good.",
}


def club_words(refused: Refused) -> str:
    """One line."""
    words = _WORDS.get(refused.code)
    if words is None:
        return account_words(refused)
    try:
        return f"{refused.code}: {words.format(**refused.details | {'message': refused.message})}"
    except (KeyError, ValueError):
        # A server of another release tells other details.
        return f"{refused.code}: {refused.message}"
