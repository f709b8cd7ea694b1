"""An order on its way: asked again under the same id, so that a table obeys once, however often it hears."""

import asyncio
import time

import nats.errors
from nats.aio.client import Client

from riverrun.contracts.operator_commands import OrderRequest, encode_order
from riverrun.contracts.subjects import orders_to
from riverrun.contracts.table_commands import Reply, decode_reply
from riverrun.kernel.identifiers import TableId

ATTEMPT_S = 2.0
PAUSE_S = 0.2
BUSY = "busy"
"""The table has too much to do at the moment: it has not looked at the order."""

_NO_ANSWER = (nats.errors.Error, TimeoutError, OSError)


async def sent_order(client: Client, table: TableId, order: OrderRequest, within_s: float) -> Reply | None:
    """What the table answers; None if nobody answered in time, and the order may still be carried out."""
    deadline = time.monotonic() + within_s
    busy: Reply | None = None
    while (left_s := deadline - time.monotonic()) > 0:
        try:
            answer = await client.request(
                orders_to(table), encode_order(order), timeout=min(ATTEMPT_S, left_s)
            )
            reply = decode_reply(answer.data)
        except _NO_ANSWER:
            # Nobody hosts it just now, or the way there is cut: that passes.
            pass
        else:
            if reply.code != BUSY:
                return reply
            busy = reply
        await asyncio.sleep(min(PAUSE_S, max(0.0, deadline - time.monotonic())))
    return busy
