"""Holding a buy-in against what its player asked of the house for himself."""

from services.club.counter.desk import Context, Desk
from services.club.counter.paying import BuyIn
from services.club.identity.bouncer import Bouncer
from services.club.identity.held_off import HeldOff
from services.club.identity.journal import LogAway


async def require_let_in(bouncer: Bouncer, desk: Desk, context: Context, asked: BuyIn) -> int | None:
    """As of which entry of his account he may; None: it hangs on none, or was paid before.

    Raises `HeldOff`; a log that is away becomes UNAVAILABLE.
    """
    try:
        return await bouncer.admit(asked.player, asked.amount, asked.club)
    except LogAway:
        await desk.away(context)
    except HeldOff:
        if not await desk.do(context, lambda: asked.is_paid(desk)):
            raise
        return None
