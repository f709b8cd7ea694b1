"""A whole hand at random: any table size, stacks, antes, straddles and reopening rule; any legal play."""

from random import Random
from typing import NamedTuple

from console.cases.played_table import PlayedTable
from riverrun.contracts.operator_commands import VoidHand
from riverrun.contracts.refusals import Refusal
from riverrun.contracts.table_config import AnteMode, RakeTerms, Reopening, TableConfig
from riverrun.holdem.state import Hand, Turn
from riverrun.kernel.cards import ALL_CARDS, Cards
from riverrun.kernel.chips import MAX_CHIPS, Chips
from riverrun.kernel.identifiers import SeatNo
from services.table.decide import operating
from services.table.decide.dealing import Extras, Post, Straddle
from services.table.decide.facts import Facts
from services.table.rules.blinds import Lineup, clockwise_from, fresh_lineup

SMALL, BIG = 5, 10


class Taken(NamedTuple):
    """One decision: the hand before it, what was offered, and what the player did."""

    hand: Hand
    turn: Turn
    action: str
    to: int | None


class RandomHand:
    """Set up from a seed and played to its end."""

    def __init__(
        self, seed: int, *, plain: bool = False, any_start: bool = False, big_blind: Chips = BIG
    ) -> None:
        """`plain`: no short blinds or antes, no straddles, rake or strict rule: what every engine knows.

        `any_start`: late posts, live and dead, and bomb pots on one board or two as well.
        """
        self.chance = Random(seed)
        self.small_blind, self.big_blind = big_blind // 2, big_blind
        self.plain = plain
        self.any_start = any_start
        players = self.chance.randint(2, 9)
        self.seats = sorted(self.chance.sample(range(1, 10), players))
        self.config = self._config()
        self.deck: Cards = tuple(self.chance.sample(ALL_CARDS, len(ALL_CARDS)))
        self.runs = 1 if plain else self.chance.choice((1, 1, 2, 3))
        self.taken: list[Taken] = []
        self.played = PlayedTable(self.config)
        self.stacks = {seat: self._stack() for seat in self.seats}
        for seat, stack in self.stacks.items():
            self.played.seat(seat, stack)
        self._deal()

    def _config(self) -> TableConfig:
        chance = self.chance
        modes: tuple[AnteMode, ...] = ("none", "none", "classic", "bb_ante")
        rules: tuple[Reopening, ...] = ("cumulative", "cumulative", "strict")
        ante_mode = chance.choice(modes)
        cap = chance.choice((0, 15, MAX_CHIPS))
        return TableConfig(
            seats=9,
            small_blind=self.small_blind,
            big_blind=self.big_blind,
            min_buy_in=1,
            max_buy_in=MAX_CHIPS,
            ante_mode=ante_mode,
            ante=0 if ante_mode == "none" else chance.randint(1, self.big_blind),
            short_allin_reopen="cumulative" if self.plain else chance.choice(rules),
            burn_cards=chance.random() < 0.2,
            rake=RakeTerms() if self.plain else RakeTerms(500, cap, cap, cap, chance.random() < 0.5),
        )

    def _stack(self) -> int:
        least = 2 * self.big_blind if self.plain else 1
        most = self.chance.choice((3 * self.big_blind, 20 * self.big_blind, 100 * self.big_blind))
        return self.chance.randint(least, most)

    def _deal(self) -> None:
        lineup = fresh_lineup(self.seats, self.chance.randrange(9))
        straddles: list[Straddle] = []
        after_big = clockwise_from(lineup.big_blind, self.seats)[: len(self.seats) - 2]
        if not self.plain and len(self.seats) > 2 and self.chance.random() < 0.3:
            chain = after_big[: self.chance.randint(1, 2)]
            straddles = [Straddle(seat, self.big_blind * 2**step) for step, seat in enumerate(chain, start=1)]
        if self.any_start:
            self._deal_anyhow(lineup)
            return
        try:
            self.played.deal(lineup, Extras((), tuple(straddles)), self.deck, self.runs)
        except Refusal:  # a stack that does not cover its straddle
            self.played.deal(lineup, Extras(), self.deck, self.runs)

    def _deal_anyhow(self, lineup: Lineup) -> None:
        chance = self.chance
        if chance.random() < 0.5:
            antes = (self.big_blind // 2, self.big_blind, 5 * self.big_blind)
            extras = Extras(bomb_pot=chance.choice(antes), boards=chance.choice((1, 2, 2)))
            self.played.deal(lineup, extras, self.deck, self.runs if extras.boards == 1 else 1)
            return
        late = [seat for seat in lineup.seats if seat not in (lineup.small_blind, lineup.big_blind)]
        posts = [self._late_post(seat) for seat in late if chance.random() < 0.4]
        self.played.deal(lineup, Extras(tuple(posts)), self.deck, self.runs)

    def _late_post(self, seat: SeatNo) -> Post:
        """What is dead alone leaves chips to play with."""
        chance = self.chance
        if self.stacks[seat] > 2 * self.big_blind and chance.random() < 0.3:
            return Post(seat, 0, self.small_blind)
        return Post(seat, self.big_blind, chance.choice((0, self.small_blind)))

    def play(self, actions: int = MAX_CHIPS) -> "RandomHand":
        """Legal actions at random until the hand is over; after so many an operator voids it."""
        while (turn := self.played.turn) is not None:
            if len(self.taken) == actions:
                void = operating.order(self.played.table, VoidHand("nobody knows"), Facts(0))
                self.played.commit(void)
                return self
            action, to = self._any(turn)
            self.taken.append(Taken(self.played.hand, turn, action, to))
            self.played.act(turn.seat, action, to)
        self.played.play_out()
        return self

    def _any(self, turn: Turn) -> tuple[str, int | None]:
        chance = self.chance
        roll = chance.random()
        if turn.max_raise_to and roll < 0.35:
            betting = self.played.betting
            assert betting is not None
            low, high = turn.min_raise_to, turn.max_raise_to
            to = chance.choice((low, high, chance.randint(low, high), min(high, 2 * low)))
            return ("raise" if betting.current_bet else "bet"), to
        if turn.call_amount:
            return ("fold" if roll > 0.85 else "call"), None
        return ("fold" if roll > 0.99 else "check"), None
