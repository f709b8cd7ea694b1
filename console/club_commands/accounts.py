"""`riverrun club accounts`: all that a club's books hold."""

import click
import msgspec

from console.club_desk.club_errand import ClubErrand, club_look
from console.club_desk.named import names_in
from console.telling.listed import tell
from riverrun.client import RiverrunClient
from riverrun.kernel.chips import Chips


class NamedAccount(msgspec.Struct, frozen=True):
    """An account in a line; of who has left or was removed nobody has kept the name."""

    account: str
    name: str
    balance: Chips
    limit: Chips


@click.command()
@club_look
def accounts(asking: ClubErrand) -> None:
    """List all accounts with their balances, those of members that are gone included."""

    async def read(client: RiverrunClient, club: str) -> list[NamedAccount]:
        names = await names_in(client, club)
        return [
            NamedAccount(one.account, names.get(one.account.partition(":")[2], ""), one.balance, one.limit)
            async for one in client.chips.accounts(club)
        ]

    tell(asking.at_club(read), as_json=asking.as_json, nothing="No chips were moved yet.")
