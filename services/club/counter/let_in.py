"""Holding a buy-in against what its player asked of the house for himself."""

from services.club.counter.desk import Context, Desk
from services.club.counter.paying import BuyIn
from services.club.identity.bouncer import Bouncer
from services.club.identity.held_off import HeldOff
from services.club.identity.journal import LogAway


async def require_let_in(bouncer: Bouncer, desk: Desk, context: Context, asked: BuyIn) -> None:
    """What was paid before is paid. Raises `HeldOff`; a log that is away becomes UNAVAILABLE."""
    try:
        await bouncer.admit(asked.player, asked.amount, asked.club)
    except LogAway:
        await desk.away(context)
    except HeldOff:
        if not await desk.do(context, lambda: asked.is_paid(desk)):
            raise
