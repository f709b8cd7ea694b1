"""Players' figures over many hands, added up by the slow implementation."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from riverrun.contracts import table_events as e
from tests.support.slow_figures import STATISTICS, Counted, SlowHand, slow_ev, slow_figures, slow_net


@dataclass
class SlowFigures:
    """One player's figures over many hands."""

    hands: int = 0
    net: int = 0
    big_blinds: Fraction = Fraction(0)
    ev_big_blinds: Fraction = Fraction(0)
    statistics: dict[str, Counted] = field(default_factory=lambda: dict.fromkeys(STATISTICS, (0, 0)))


def add_slow_figures(found: dict[str, SlowFigures], events: Sequence[Any]) -> None:
    """Every finished hand of a table's events, added to its players' figures."""
    config: Any = None
    bare: list[Any] = []
    big_blind = 0
    for event in events:
        if isinstance(event, e.TableOpened | e.OptionsChanged):
            config = event.config
        if isinstance(event, e.HandStarted):
            bare, big_blind = [], config.big_blind
        bare.append(event)
        if isinstance(event, e.HandSealed):
            hand = SlowHand(bare)
            for one in [] if hand.voided else hand.start.players:
                _add(found.setdefault(one.player, SlowFigures()), hand, one.seat, big_blind)


def _add(figures: SlowFigures, hand: SlowHand, seat: int, big_blind: int) -> None:
    figures.hands += 1
    figures.net += slow_net(hand, seat)
    figures.big_blinds += Fraction(slow_net(hand, seat), big_blind)
    figures.ev_big_blinds += slow_ev(hand, seat) / big_blind
    for name, (did, could) in slow_figures(hand, seat).items():
        before = figures.statistics[name]
        figures.statistics[name] = before[0] + did, before[1] + could
