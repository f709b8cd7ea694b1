"""Who sees which account: one's own, an agent his members' too, owner and managers all (R13.1)."""

from riverrun.kernel.identifiers import PlayerId
from services.club.clubs import refusals
from services.club.clubs.club import Club
from services.club.clubs.roles import MANAGERS
from services.club.ledger.accounts import Account, holder, is_member


def sees_account(club: Club, player: PlayerId, account: Account) -> bool:
    """Whether the player may look at the account."""
    standing = club.standing(player)
    if standing in MANAGERS:
        return True
    if holder(account) == player and account.partition(":")[0] in {"member", "agent"}:
        return standing != "stranger"
    member = club.members.get(holder(account))
    return standing == "agent" and is_member(account) and member is not None and member.agent == player


def require_sight(club: Club, player: PlayerId, account: Account, call: str) -> None:
    """Raise `NotAllowed` for an account that is not the player's to see."""
    if not sees_account(club, player, account):
        standing = club.standing(player)
        raise refusals.NotAllowed(call=call, role="" if standing == "stranger" else standing)
