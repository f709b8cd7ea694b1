"""Whom and which account a word on the command line means: an id, or a member's name."""

import click

from console.supervisor.log_line import printable
from riverrun.client import Refused, RiverrunClient
from riverrun.contracts.club_messages import AskingPlayer, BannedPlayer, ClubMember
from riverrun.kernel.identifiers import PlayerId

OF_THE_CLUB = frozenset({"revenue", "fees", "insurance", "mint"})


async def player_named(client: RiverrunClient, club: str, word: str) -> PlayerId:
    """The member, or who asks to join or is banned, of that id or name; else the word is taken for an id.

    Raises `ClickException` where several have the name.
    """
    if word == "me":
        return client.player
    people: list[ClubMember | AskingPlayer | BannedPlayer] = []
    try:
        async for page in client.clubs.members(club):
            people += [*page.members, *page.asking, *page.banned]
    except Refused as refused:
        # Who may not see the list may still name somebody by his id.
        if refused.code != "not_allowed":
            raise
    if any(one.player == word for one in people):
        return word
    found = [one for one in people if one.name == word]
    if len(found) > 1:
        several = ", ".join(one.player for one in found)
        raise click.ClickException(f"Several are called {printable(word)}: {several}. Name one by his id.")
    return found[0].player if found else word


async def names_in(client: RiverrunClient, club: str) -> dict[PlayerId, str]:
    """The members whom one may see, and who is banned, by their ids."""
    names: dict[PlayerId, str] = {}
    async for page in client.clubs.members(club):
        names |= {one.player: one.name for one in page.members}
        names |= {one.player: one.name for one in page.banned}
    return names


async def account_named(client: RiverrunClient, club: str, word: str) -> str:
    """An account as the ledger names it: the club's, `KIND:WHOSE`, or a member's; empty is one's own."""
    if not word or ":" in word or word in OF_THE_CLUB:
        return word
    return f"member:{await player_named(client, club, word)}"
