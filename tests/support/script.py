"""Hands drawn as scripts that a player can read: who sits where, what he does, what must then hold.

    Blinds 50/100
    BTN 10,000, SB 10,000, BB 400 AhAd
    BTN raises to 300
    SB folds
    BB may call 200 or raise to 400
    BB is all-in
    Refused BTN raises to 900: raise_not_open
    BTN calls 100
    Flop Kc 7d 2s / 9c 9d 9h
    Main pot 850: BB BTN
    BB wins 850

Players are named clockwise from the button, with their cards where these matter. Every line either plays or
asserts; a board after a slash is the second one of a hand that is run twice, or of a bomb pot.
"""

import re
from collections.abc import Callable
from itertools import zip_longest
from typing import Any

from msgspec.structs import replace

from console.cases.hand_setup import deck_of
from console.cases.played_table import PlayedTable
from riverrun.contracts.refusals import Refusal
from riverrun.contracts.table_config import TableConfig
from riverrun.kernel.cards import Cards, cards
from riverrun.kernel.chips import MAX_CHIPS
from services.table.decide.dealing import Extras, Post, Straddle
from services.table.rules.blinds import Lineup

Line = tuple[str, Callable[..., None]]
STREETS = ("Flop", "Turn", "River")
BUTTON_SEAT = 1


class Script:
    """One hand: set up until its cards are first needed, then played line by line."""

    def __init__(self, lines: list[Line]) -> None:
        self.lines = [(re.compile(pattern), act) for pattern, act in lines]
        self.options: dict[str, Any] = {"small_blind": 1, "big_blind": 2}
        self.stacks: dict[str, int] = {}
        self.holes: dict[str, Cards] = {}
        self.boards: list[list[Cards]] = [[], [], []]
        self.posts: list[Post] = []
        self.straddles: list[Straddle] = []
        self.bomb_pot = 0
        self.side_by_side = 1
        self.runs = 1
        self.pots_told = 0
        self._played: PlayedTable | None = None

    @property
    def played(self) -> PlayedTable:
        """The table, dealt when it is first looked at."""
        if self._played is None:
            self._played = self._deal()
        return self._played

    @property
    def over(self) -> PlayedTable:
        """The table once nobody is left to act, everything it owes done."""
        assert self.played.turn is None, f"{self.name(self.played.turn.seat)} is to act"
        self.played.play_out()
        return self.played

    def seat(self, name: str) -> int:
        """Seats are numbered clockwise from the button's, which is empty where nobody is `BTN`."""
        assert name in self.stacks, f"nobody is {name}"
        return list(self.stacks).index(name) + BUTTON_SEAT + ("BTN" not in self.stacks)

    def name(self, seat: int) -> str:
        """Who sits there."""
        return next(name for name in self.stacks if self.seat(name) == seat)

    def read(self, text: str) -> None:
        """Play or assert every line of a text."""
        lines = [stripped for line in text.splitlines() if (stripped := line.strip())]
        for line in lines:
            if line.split()[0] in STREETS:
                for number, dealt in enumerate(line.split(" ", 1)[1].split("/")):
                    self.boards[number].append(cards(dealt))
        for line in lines:
            try:
                self.play(line)
            except (AssertionError, Refusal) as error:
                raise AssertionError(f"{line!r}: {error!r}") from error

    def play(self, line: str) -> None:
        """Play or assert one line."""
        for pattern, act in self.lines:
            found = pattern.fullmatch(line)
            if found:
                act(self, *found.groups())
                return
        raise AssertionError("nobody understands this line")

    def _deal(self) -> PlayedTable:
        config = TableConfig(seats=9, min_buy_in=1, max_buy_in=MAX_CHIPS)
        played = PlayedTable(replace(config, **self.options))
        for name, stack in self.stacks.items():
            played.seat(self.seat(name), stack)
        seats = [self.seat(name) for name in self.stacks]
        order = (*seats[1:], seats[0]) if "BTN" in self.stacks else tuple(seats)
        holes = {self.seat(name): hole for name, hole in self.holes.items()}
        extras = Extras(tuple(self.posts), tuple(self.straddles), self.bomb_pot, self.side_by_side)
        ordered = zip_longest(*self.boards, fillvalue=()) if self.side_by_side > 1 else self.boards
        board = tuple(card for run in ordered for dealt in run for card in dealt)
        played.deal(self._lineup(order), extras, deck_of(holes, order, board), self.runs)
        return played

    def _lineup(self, order: tuple[int, ...]) -> Lineup:
        small = "BTN" if len(order) == 2 and "SB" not in self.stacks else "SB"
        posted = self.seat(small) if small in self.stacks else None
        return Lineup(BUTTON_SEAT, posted, posted or BUTTON_SEAT, self.seat("BB"), order)
