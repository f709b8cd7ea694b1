"""Told hands straight from events, as ClickHouse would give them back."""

from msgspec.structs import replace

from services.history.hands.told_hand import ToldHand
from services.history.projection.followed_hand import FollowedHand
from services.history.projection.telling import told


def told_hand(hand: FollowedHand, own: dict[int, str] | None = None) -> ToldHand:
    """The hand for everybody, or with the cards in `own` (by seat) for whoever may see them."""
    own = own or {}
    public = told("s0-told0001", hand)
    players = tuple(
        replace(one, cards=own.get(one.seat, one.shown), own=one.seat in own) for one in public.players
    )
    return replace(public, started_ms=1_700_000_000_000, ended_ms=1_700_000_060_000, players=players)
