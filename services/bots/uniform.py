"""The random level: each kind of action that is offered is as likely as any other (R12.3)."""

from services.bots.decision import Decision, check_or_call
from services.bots.level import Chance
from services.bots.seen import Seen


def choose(seen: Seen, chance: Chance) -> Decision:
    """Chance alone; a raise is to any total within its bounds. It never folds where a check is free."""
    offered = [check_or_call(seen)]
    if seen.call_amount:
        offered.append(Decision("fold"))
    if seen.max_raise_to:
        span = seen.max_raise_to - seen.min_raise_to
        to = seen.min_raise_to + int(chance.size * (span + 1))
        offered.append(Decision("raise" if seen.current_bet else "bet", to))
    return offered[int(chance.mood * len(offered))]
