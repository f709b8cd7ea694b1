"""`riverrun club`: everything about a club that its owner, managers, agents and members may do."""

import click

from console.lazy_group import LazyGroup

COMMANDS = {
    "mine": "List the clubs you belong to.",
    "found": "Found a club, and own it.",
    "show": "Show a club: code, bounds, templates, tables.",
    "join": "Ask to be let into the club that a code is for.",
    "code": "Have a new code to join by.",
    "members": "List members, balances, and who asks to join.",
    "admit": "Let in who asks.",
    "decline": "Do not let in who asks.",
    "leave": "Leave the club.",
    "remove": "Have a member go.",
    "ban": "Let somebody in no more.",
    "unban": "Let him ask to join again.",
    "role": "Make a member something else, or hand the club over.",
    "agent": "Say whose member one is.",
    "terms": "Say what share of the rake an agent gets.",
    "bounds": "Show or change how large the club and its tables may be.",
    "template": "Keep sets of table options.",
    "table": "Open tables from templates; pause, close and look after them.",
    "grant": "Grant a member chips.",
    "take-back": "Take chips of a member back.",
    "credit": "Let a member's account go below zero.",
    "collect": "Move what you earned as an agent to your own account.",
    "balance": "Show what an account holds.",
    "accounts": "List all accounts.",
    "statement": "List an account's entries.",
    "adjustment": "Correct the books, by two persons.",
    "settle": "Close a period and pay agents.",
    "periods": "List the closed periods, or one period's lines.",
}


@click.group(cls=LazyGroup, told=COMMANDS, package="console.club_commands")
def club() -> None:
    """Found clubs, and run them, over the public API, as the account that `riverrun login` keeps.

    Every command takes --club where you belong to several, --json for scripts, and --key to ask the same
    again after a lost answer.
    """
