"""Telling a table that a player has to leave."""

import secrets
import time
from collections.abc import Callable

import nats.errors
import structlog
from nats.aio.client import Client

from riverrun.contracts.operator_commands import DismissPlayer, OrderRequest, encode_order
from riverrun.contracts.subjects import orders_to
from riverrun.contracts.table_commands import decode_reply
from riverrun.kernel.identifiers import PlayerId, TableId

log = structlog.get_logger(__name__)

ANSWER_WITHIN_S = 2.0
AGAIN_AFTER_S = 5.0
"""So long a table that has answered may take to play the hand to its end before it is told again."""
MOST_KNOWN = 10_000
CLUB = "club"
"""Whose orders these are, in the tables' log."""

_NO_ANSWER = (nats.errors.Error, TimeoutError, OSError)


class Orders:
    """`tell` says whether the table has heard."""

    def __init__(self, client: Client, elapsed_s: Callable[[], float] = time.monotonic) -> None:
        self._client = client
        self._elapsed_s = elapsed_s
        self._told: dict[tuple[PlayerId, TableId], float] = {}

    async def tell(self, table: TableId, player: PlayerId, reason: str) -> bool:
        """Have the player leave; what does not answer is told again by whoever looks next."""
        told_s = self._told.get((player, table))
        if told_s is not None and self._elapsed_s() - told_s < AGAIN_AFTER_S:
            return True
        order = OrderRequest(f"d-{secrets.token_hex(8)}", CLUB, DismissPlayer(reason, player))
        try:
            answer = await self._client.request(
                orders_to(table), encode_order(order), timeout=ANSWER_WITHIN_S
            )
        except _NO_ANSWER as error:
            log.info("dismissal_unanswered", table=table, reason=repr(error))
            return False
        reply = decode_reply(answer.data)
        if reply.code:
            log.warning("dismissal_refused", table=table, code=reply.code)
            return False
        log.info("player_dismissed", table=table, why=reason)
        self._note(player, table)
        return True

    def _note(self, player: PlayerId, table: TableId) -> None:
        self._told.pop((player, table), None)
        self._told[player, table] = self._elapsed_s()
        if len(self._told) > MOST_KNOWN:
            del self._told[next(iter(self._told))]
