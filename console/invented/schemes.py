"""Three ways in which two invented players cheat the others together (R11.2)."""

from typing import Protocol

from console.invented.asked import Answer, Asked

DUMPED, SOFT, PRESSED = 0.05, 0.5, 0.5
"""In which part of the hands that they share."""


class Scheme(Protocol):
    """What two do in one hand; None: what they would do anyway."""

    def answer(self, asked: Asked, honestly: Answer, /) -> Answer | None: ...


class Dumping:
    """One loses big to the other on purpose: puts much in, and folds to him."""

    def __init__(self, giver: str, taker: str, early: bool, size: float) -> None:
        self._giver = giver
        self._taker = taker
        self._early = early
        self._raise = 20 + 15 * size if early else 8 + 4 * size
        """In big blinds."""

    def answer(self, asked: Asked, _: Answer, /) -> Answer | None:
        gives = asked.player == self._giver
        other = self._taker if gives else self._giver
        if other not in asked.others:
            return None
        if self._early or not asked.board:
            return self._before(asked, gives)
        return self._give_later(asked) if gives else self._take_later(asked)

    def _before(self, asked: Asked, gives: bool) -> Answer | None:
        """Early: the giver raises high, the taker puts him all-in. Late: the giver calls the taker."""
        big = asked.big_blind
        if asked.board:
            return asked.give_up() if gives else None
        if self._early:
            if not gives:
                raised = asked.raiser == self._giver and asked.current_bet > 12 * big
                return asked.raise_to(asked.most) if raised else asked.stay()
            return "fold" if asked.current_bet > 12 * big else asked.raise_to(self._raise * big)
        if gives:
            return asked.stay() if asked.price <= 20 * big else "fold"
        return asked.raise_to(self._raise * big) if asked.current_bet < 8 * big else asked.stay()

    def _give_later(self, asked: Asked) -> Answer | None:
        if not asked.price:
            return "check"
        return "call" if len(asked.board) == 3 else "fold"

    def _take_later(self, asked: Asked) -> Answer | None:
        return asked.stay() if asked.price else asked.raise_to(asked.pot)


class SoftPlay:
    """They do not bet when left alone with each other, and neither ever raises the other's bet."""

    def __init__(self, one: str, other: str) -> None:
        self._two = {one, other}

    def answer(self, asked: Asked, honestly: Answer, /) -> Answer | None:
        (partner,) = self._two - {asked.player}
        alone = asked.others == [partner]
        if isinstance(honestly, int) and (alone or asked.raiser == partner):
            return asked.stay()
        return None


class Squeezing:
    """One raises over the other's raise to press out who is between them; alone, they make peace."""

    def __init__(self, one: str, other: str) -> None:
        self._two = {one, other}

    def answer(self, asked: Asked, _: Answer, /) -> Answer | None:
        (partner,) = self._two - {asked.player}
        if partner not in asked.others:
            return None
        if len(asked.others) == 1:
            return asked.give_up() if asked.strength < 3 else asked.stay()
        if asked.raiser == partner and asked.raises <= 3 and asked.price < asked.most // 2:
            return asked.raise_to(asked.current_bet * 2.6)
        return None
