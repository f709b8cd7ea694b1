"""Shutting the club's door to a player for good, and opening it again."""

from riverrun.kernel.identifiers import PlayerId
from services.club.clubs import refusals
from services.club.clubs.club import Club
from services.club.clubs.club_events import BanLifted, MemberBanned, MemberLeft
from services.club.clubs.deciding import By, Events

MOST_BANNED = 1_000


def ban(club: Club, by: By, player: PlayerId, *, exists: bool = True) -> Events:
    """Let a player in no more, whether or not he belongs to the club; managers are banned by the owner alone.

    A member is out at once, whatever his accounts hold: where he sits he is stood up, and all his chips lie
    in the account in his name.
    """
    if player == club.owner:
        raise refusals.OwnerStays
    if club.standing(player) == "manager" and club.owner != by.player:
        raise refusals.NotAllowed(call="Clubs.Ban", role=club.standing(by.player))
    if player in club.banned:
        return []
    if not exists and player not in club.members and player not in club.asking:
        raise refusals.UnknownPlayer(player=player)
    if len(club.banned) >= MOST_BANNED:
        raise refusals.ClubFull(limit="banned", most=MOST_BANNED)
    member = club.members.get(player)
    name = club.asking.get(player, "") if member is None else member.name
    banned = MemberBanned(*by.head, player, name)
    return [banned] if member is None else [MemberLeft(*by.head, player, "removed"), banned]


def lift_ban(club: Club, by: By, player: PlayerId) -> Events:
    """Let him ask again."""
    if player not in club.banned:
        raise refusals.NotBanned(player=player)
    return [BanLifted(*by.head, player)]
