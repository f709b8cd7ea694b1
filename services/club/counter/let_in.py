"""Holding a buy-in against what its player asked of the house for himself."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from riverrun.contracts.refusals import Refusal
from services.club.counter.desk import Context, Desk
from services.club.counter.paying import BuyIn
from services.club.identity.bouncer import Bouncer, GiveUp
from services.club.identity.held_off import HeldOff
from services.club.identity.journal import LogAway


@asynccontextmanager
async def let_in(bouncer: Bouncer, desk: Desk, context: Context, asked: BuyIn) -> AsyncIterator[None]:
    """Within, it may be paid; refused there, it stands in no other buy-in's way.

    Raises `HeldOff`; a log that is away becomes UNAVAILABLE.
    """
    give_up: GiveUp | None = None
    try:
        give_up = await bouncer.earmark(asked.player, asked.amount, asked.club, asked.table, asked.transfer)
    except LogAway:
        await desk.away(context)
    except HeldOff:
        if not await desk.do(context, lambda: asked.is_paid(desk)):
            raise
    try:
        yield
    except Refusal:
        if give_up is not None:
            await give_up()
        raise
