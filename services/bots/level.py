"""How well a computer player plays: what it sees and two numbers of chance in, a decision out."""

from typing import NamedTuple, Protocol

from services.bots.decision import Decision
from services.bots.seen import Seen


class Chance(NamedTuple):
    """Numbers from 0 up to 1, drawn anew for each decision: for whether to do a thing, and for how much."""

    mood: float
    size: float


class Level(Protocol):
    """Deterministic: the same sight and the same chance give the same decision, one that is offered."""

    def __call__(self, seen: Seen, chance: Chance) -> Decision: ...
