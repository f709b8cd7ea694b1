"""Whom a person does not want to hear, as he told the house once and for all."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import structlog

from riverrun.contracts.refusals import Refusal
from riverrun.kernel.identifiers import PlayerId
from riverrun.pb.identity.v1 import identity_pb2 as pb
from services.gateway.caller import Caller

log = structlog.get_logger(__name__)

OwnRulesOf: TypeAlias = Callable[[pb.OwnRulesRequest], Awaitable[pb.OwnRules]]


async def blocked_by(caller: Caller, own_rules: OwnRulesOf) -> list[PlayerId]:
    """Nobody for a guest, nor while accounts are away: he can still mute by hand."""
    if not caller.session:
        return []
    try:
        return list((await own_rules(pb.OwnRulesRequest(player=caller.player))).blocked)
    except Refusal as refusal:
        log.warning("blocked_unread", code=refusal.code)
        return []
