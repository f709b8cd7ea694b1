"""The accounts of a club's ledger, by name: whose chips they hold, and how far below zero they may go."""

from typing import Literal, TypeAlias

from riverrun.kernel.identifiers import PlayerId, TableId

Account: TypeAlias = str
"""`member:<player>`, `agent:<player>`, `pending:<table>`, `table:<table>`, or one of the club's own."""
Kind: TypeAlias = Literal["member", "agent", "pending", "table", "revenue", "fees", "insurance", "mint"]

REVENUE: Account = "revenue"
"""Rake, less what agents get of it."""
FEES: Account = "fees"
"""What members paid for looking at cards and the like."""
INSURANCE: Account = "insurance"
"""Premiums, less what was paid out: below zero while the club owes more than it took."""
MINT: Account = "mint"
"""Where a play club's chips come from: minus all that are about."""

BOUNDLESS = frozenset({MINT, INSURANCE})
"""What a table paid out is a fact: the club's pool cannot refuse it. All others stop at their limit."""
OF_THE_CLUB: tuple[Account, ...] = (REVENUE, FEES, INSURANCE, MINT)
_HELD_FOR = ("member", "agent", "pending", "table")


class NoSuchAccount(ValueError):
    """A text that names no account."""


def member(player: PlayerId) -> Account:
    """A member's chips."""
    return f"member:{player}"


def agent(player: PlayerId) -> Account:
    """What an agent has earned."""
    return f"agent:{player}"


def pending(table: TableId) -> Account:
    """Chips paid and not yet confirmed by the table: on the way."""
    return f"pending:{table}"


def at_table(table: TableId) -> Account:
    """Chips at a table: stacks and pots."""
    return f"table:{table}"


def account(text: str) -> Account:
    """Check an account's name. Raises `NoSuchAccount`."""
    kind, colon, whose = text.partition(":")
    if text in OF_THE_CLUB or (colon and kind in _HELD_FOR and whose):
        return text
    raise NoSuchAccount(text)


def holder(name: Account) -> str:
    """Whose account it is: a player, a table; empty for the club's own."""
    return name.partition(":")[2]


def is_member(name: Account) -> bool:
    """Whether it is a member's."""
    return name.startswith("member:")


def table_of(name: Account) -> TableId:
    """The table whose chips an account holds, there or on the way; empty for all others."""
    kind, _, whose = name.partition(":")
    return whose if kind in {"pending", "table"} else ""
