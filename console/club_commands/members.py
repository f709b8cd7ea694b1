"""`riverrun club members`: who belongs to a club, and who would like to."""

import click
import msgspec

from console.club_desk.club_errand import ClubErrand, club_look
from console.telling.listed import tell
from riverrun.client import RiverrunClient
from riverrun.contracts.club_messages import MemberPage


class ListedMember(msgspec.Struct, frozen=True):
    """A member in a line, or (`role` is `asks to join` or `banned`) one who is none."""

    player: str
    name: str
    role: str
    balance: int = 0
    agent: str = ""
    rakeback_bps: int = 0
    since_ms: int = 0


@click.command()
@club_look
def members(asking: ClubErrand) -> None:
    """List members with their balances, who asks to join and who is banned; an agent is shown his members."""

    async def read(client: RiverrunClient, club: str) -> list[MemberPage]:
        return [page async for page in client.clubs.members(club)]

    pages = asking.at_club(read)
    listed = [
        ListedMember(one.player, one.name, one.role, one.balance, one.agent, one.rakeback_bps, one.since_ms)
        for page in pages
        for one in page.members
    ]
    asks = [ListedMember(one.player, one.name, "asks to join") for page in pages for one in page.asking]
    banned = [ListedMember(one.player, one.name, "banned") for page in pages for one in page.banned]
    tell([*asks, *listed, *banned], as_json=asking.as_json, nothing="Nobody.")
