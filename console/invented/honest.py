"""How an invented player decides by his cards and his habits alone."""

from random import Random

from console.invented.asked import BETTER_THAN, Answer, Asked
from console.invented.style import Style

_BETS = (0.0, 0.12, 0.45, 0.85, 0.9)
_RAISES = (0.0, 0.0, 0.03, 0.25, 0.75)
"""By how strong the hand is, from nothing to what seldom loses."""
HUGE = 15
"""Big blinds from which on a call before the flop is for good cards only."""


def answer(asked: Asked, style: Style, chance: Random) -> Answer:
    """What he does."""
    if not asked.board:
        return _before_the_flop(asked, style, chance)
    return _facing_a_bet(asked, style, chance) if asked.price else _unbet(asked, style, chance)


def _before_the_flop(asked: Asked, style: Style, chance: Random) -> Answer:
    first, second = asked.hole_cards
    better = BETTER_THAN[(first, second) if first < second else (second, first)] + chance.gauss(0, 0.02)
    big = asked.big_blind
    if not asked.raises:
        if better > style.plays * (0.7 + 0.6 * asked.late):
            return asked.give_up()
        if chance.random() < style.opens:
            return asked.raise_to(big * (2 + style.size) + asked.pot - 1.5 * big)
        return asked.stay()
    if better < style.reraises / 2.5 ** (asked.raises - 1):
        return asked.raise_to(asked.current_bet * (2.4 + style.size))
    stays = style.plays * style.sticks / 1.8 ** (asked.raises - 1)
    if asked.price > HUGE * big:
        stays = 0.03 + 0.06 * style.sticks
    return "call" if better < stays else asked.give_up()


def _unbet(asked: Asked, style: Style, chance: Random) -> Answer:
    bets = _BETS[asked.strength] * style.bets
    if asked.strength <= 1:
        bluffs = style.bluffs
        if asked.against is not None:
            bluffs *= max(0.0, 1 - style.reads * (asked.against.calls - 0.4))
        bets += bluffs if len(asked.others) == 1 else bluffs / 3
    if chance.random() >= bets:
        return "check"
    return asked.raise_to(asked.pot * style.size * chance.uniform(0.7, 1.2))


def _facing_a_bet(asked: Asked, style: Style, chance: Random) -> Answer:
    mood, raises = chance.random(), _RAISES[asked.strength] * style.raises
    if asked.strength == 0:
        raises = 0.08 * style.bluffs
    if mood < raises / max(1, asked.raises):
        return asked.raise_to(asked.current_bet + (asked.pot + asked.price) * style.size)
    calls = style.calls
    if asked.against is not None:
        calls += 0.6 * style.reads * (asked.against.bluffs - 0.25)
    calls = (0.22 * calls, 0.7 * calls, 0.35 + 0.6 * calls, 0.9 + 0.1 * calls, 1.0)[asked.strength]
    if asked.strength < 3:
        calls *= 1 - 0.5 * min(1.0, asked.price / asked.pot) * (1 - style.calls)
    return "call" if chance.random() < calls else "fold"
