"""Betting by the book: a line of players still to be asked, and what each of them may do (R2.2, R4).

Who bets or raises sends everybody else to the line again. Nothing is known here of events, turns or pots.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

RIVER = 3
"""Streets are counted from 0, before the flop."""


class Asked(NamedTuple):
    """Who is asked, what a call costs, and the least and most that he may bet or raise to; 0: he may not."""

    seat: int
    call: int
    least: int
    most: int


class Betting:
    """One hand's betting; `clockwise` begins left of the button, `bets` are the live bets before the deal."""

    def __init__(
        self, clockwise: Sequence[int], stacks: Mapping[int, int], big_blind: int, *, strict: bool
    ) -> None:
        self.clockwise = tuple(clockwise)
        self.behind = dict(stacks)
        self.big_blind = big_blind
        self.strict = strict
        self.folded: set[int] = set()
        self.street = 0
        self._begin(self.clockwise, price=0, last_raise=big_blind)

    def before_the_flop(self, bets: Mapping[int, int], price: int, last_blind: int) -> None:
        """`price` is the whole last blind, whatever its player had chips for."""
        self._begin(self._left_of(last_blind), price, last_raise=price)
        self.bets |= bets

    def _begin(self, line: Sequence[int], price: int, last_raise: int) -> None:
        self.line = list(line)
        self.bets = dict.fromkeys(self.clockwise, 0)
        self.price, self.last_raise = price, last_raise
        self.matched: dict[int, int] = {}
        """What the players who have acted on this street had to match when they did."""
        self.answered_raise: set[int] = set()
        """Who has acted since the last full raise."""

    def _left_of(self, seat: int) -> tuple[int, ...]:
        at = self.clockwise.index(seat) + 1
        return self.clockwise[at:] + self.clockwise[:at]

    def asked(self) -> Asked | None:
        """Who is asked next; None when the betting is over."""
        while not self._is_over():
            waiting = [seat for seat in self.line if seat not in self.folded and self.behind[seat]]
            if waiting:
                self.line = waiting
                return self._offer(waiting[0])
            if self.street == RIVER:
                return None
            self.street += 1
            self._begin(self.clockwise, price=0, last_raise=self.big_blind)
        return None

    def _is_over(self) -> bool:
        live = [seat for seat in self.clockwise if seat not in self.folded]
        deep = [seat for seat in live if self.behind[seat]]
        if len(live) == 1 or not deep:
            return True
        return len(deep) == 1 and self.bets[deep[0]] == max(self.bets[seat] for seat in live)

    def _offer(self, seat: int) -> Asked:
        owed = self.price - self.bets[seat]
        most = self.bets[seat] + self.behind[seat]
        others = [one for one in self.clockwise if one != seat and one not in self.folded]
        if most <= self.price or self._is_closed(seat) or not any(self.behind[one] for one in others):
            return Asked(seat, min(owed, self.behind[seat]), 0, 0)
        return Asked(seat, owed, min(most, self.price + self.last_raise), most)

    def _is_closed(self, seat: int) -> bool:
        if self.strict:
            return seat in self.answered_raise
        return seat in self.matched and self.price - self.matched[seat] < self.last_raise

    def act(self, to: int | None) -> None:
        """The one who is asked makes his bet so many chips in all; None: he folds."""
        seat = self.line.pop(0)
        if to is None:
            self.folded.add(seat)
            return
        self.behind[seat] -= to - self.bets[seat]
        self.bets[seat] = to
        if to > self.price:
            if to - self.price >= self.last_raise:
                self.last_raise = to - self.price
                self.answered_raise.clear()
            self.price = to
            self.line = list(self._left_of(seat)[:-1])
        self.matched[seat] = to
        self.answered_raise.add(seat)
