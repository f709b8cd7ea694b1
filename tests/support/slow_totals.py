"""Players' figures over many hands, added up by the slow implementation: any hands that one asks for."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from riverrun.contracts import table_events as e
from tests.support.slow_figures import STATISTICS, Counted, SlowHand, slow_ev, slow_figures, slow_net


@dataclass(frozen=True)
class SlowSeat:
    """One player in one finished hand that was not voided."""

    player: str
    ended_ms: int
    players: int
    position: str
    currency: str
    big_blind: int
    net: int
    ev: Fraction
    statistics: dict[str, Counted]


@dataclass
class SlowFigures:
    """One player's figures over many hands."""

    hands: int = 0
    net: int = 0
    big_blinds: Fraction = Fraction(0)
    ev_big_blinds: float = 0.0
    statistics: dict[str, Counted] = field(default_factory=lambda: dict.fromkeys(STATISTICS, (0, 0)))

    def add(self, seat: SlowSeat) -> None:
        self.hands += 1
        self.net += seat.net
        self.big_blinds += Fraction(seat.net, seat.big_blind)
        # As a fraction over many hands it would have a denominator without end.
        self.ev_big_blinds += float(seat.ev) / seat.big_blind
        for name, (did, could) in seat.statistics.items():
            before = self.statistics[name]
            self.statistics[name] = before[0] + did, before[1] + could


def slow_seats(events: Sequence[Any]) -> Iterator[SlowSeat]:
    """Every player of every finished hand of a table's events."""
    newest: Any = None
    config: Any = None
    bare: list[Any] = []
    for event in events:
        if isinstance(event, e.TableOpened | e.OptionsChanged):
            newest = event.config
        if isinstance(event, e.HandStarted):
            bare, config = [], newest
        bare.append(event)
        if isinstance(event, e.HandSealed):
            yield from _seats(SlowHand(bare), config)


def slow_totals(seats: Iterable[SlowSeat]) -> dict[str, SlowFigures]:
    """The figures of each player who is among them."""
    found: dict[str, SlowFigures] = {}
    for seat in seats:
        found.setdefault(seat.player, SlowFigures()).add(seat)
    return found


def _seats(hand: SlowHand, config: Any) -> Iterator[SlowSeat]:
    if hand.voided:
        return
    for one in hand.start.players:
        yield SlowSeat(
            one.player,
            hand.all(e.HandEnded)[0].ended_ms,
            len(hand.seats),
            hand.position(one.seat),
            config.currency,
            config.big_blind,
            slow_net(hand, one.seat),
            slow_ev(hand, one.seat),
            slow_figures(hand, one.seat),
        )
