"""`riverrun club adjustment`: correcting the books, one person proposing and another approving."""

import click

from console.club_desk.amounts import AMOUNT, note_option
from console.club_desk.club_errand import ClubErrand, club_errand, club_look
from console.club_desk.entries import tell_entry
from console.club_desk.named import account_named
from console.telling.listed import tell, tell_one
from riverrun.client import RiverrunClient
from riverrun.contracts.club_messages import LedgerEntry, NewAdjustment, ProposedAdjustment


@click.group()
def adjustment() -> None:
    """Correct the books: one person proposes, another approves."""


@adjustment.command("list")
@club_look
def list_adjustments(asking: ClubErrand) -> None:
    """List the corrections that wait for a second person."""
    waiting = asking.at_club(lambda client, club: client.chips.adjustments(club))
    tell(waiting, as_json=asking.as_json, nothing="No correction waits.")


@adjustment.command("propose")
@click.argument("source")
@click.argument("target")
@click.argument("amount", type=AMOUNT)
@note_option
@club_errand
def propose_adjustment(asking: ClubErrand, source: str, target: str, amount: int, note: str) -> None:
    """Propose to move chips from account SOURCE to account TARGET; accounts as in `riverrun club balance`.

    In a club for real chips this is how they come in (from `mint`) and go out (to it).
    """

    async def propose(client: RiverrunClient, club: str) -> str:
        from_ = await account_named(client, club, source)
        to = await account_named(client, club, target)
        return await client.chips.propose(club, NewAdjustment(from_, to, amount, note), asking.key)

    proposed = asking.at_club(propose)
    if asking.as_json:
        tell_one(ProposedAdjustment(proposed), as_json=True)
    else:
        asking.done(f"Proposed. Another approves it: `riverrun club adjustment approve {proposed}`.")


@adjustment.command("approve")
@click.argument("adjustment")
@club_errand
def approve_adjustment(asking: ClubErrand, adjustment: str) -> None:
    """Approve a correction that another proposed: it is made."""

    async def approve(client: RiverrunClient, club: str) -> LedgerEntry:
        return await client.chips.approve(club, adjustment, asking.key)

    tell_entry(asking.at_club(approve), as_json=asking.as_json)


@adjustment.command("drop")
@click.argument("adjustment")
@club_errand
def drop_adjustment(asking: ClubErrand, adjustment: str) -> None:
    """Give a correction up."""
    asking.at_club(lambda client, club: client.chips.drop(club, adjustment, asking.key))
    asking.done("It is given up.")
