"""The life of a table at random: people come, act, time out and go; the process dies and comes back."""

import random
from collections.abc import Callable
from typing import Literal

from msgspec.structs import replace

from riverrun.contracts.insurance_options import InsuranceOptions
from riverrun.contracts.table_commands import (
    AnswerRunIt,
    AnswerStraddle,
    AutoTopUp,
    Bet,
    BuyInsurance,
    Call,
    CallBombPot,
    ChangeOptions,
    Check,
    ComeBack,
    CommitCut,
    ContinueTable,
    Disconnected,
    Fold,
    HuntRabbit,
    JoinWaitingList,
    LeaveWaitingList,
    MoveSeat,
    PauseTable,
    PreferRunIt,
    PreferStraddle,
    PresetAction,
    RaiseTo,
    Reconnected,
    RefillTimeBanks,
    RefuseInsurance,
    ShowCards,
    SitDown,
    SitOut,
    Squeeze,
    StandUp,
    TableCommand,
    TellCut,
    TopUp,
    UseTimeBank,
)
from riverrun.contracts.table_config import AnteMode, Clocks, TableConfig
from riverrun.contracts.table_events import PresetMove
from riverrun.holdem.state import Betting, Hand, Table, Turn, departed, seat_of
from riverrun.kernel.cards import text_of
from riverrun.kernel.cut import cut_commitment
from riverrun.kernel.identifiers import PlayerId, SeatNo
from services.table.rules.presets import price_for
from tests.support.live_table import TABLE, LiveTable

PEOPLE = tuple(f"p{number}" for number in range(12))
BUY_IN = 500
OWNER = "owner"
MOVES: tuple[PresetMove | Literal["none"], ...] = ("check_fold", "check", "call", "call_any", "fold", "none")


def random_config(chance: random.Random) -> TableConfig:
    """Any table this release knows, with small stacks so that all-ins and broke players are frequent."""
    modes: tuple[AnteMode, ...] = ("none", "classic", "bb_ante")
    ante_mode = chance.choice(modes)
    return TableConfig(
        seats=chance.randint(2, 9),
        small_blind=5,
        big_blind=10,
        min_buy_in=100,
        max_buy_in=1_000,
        ante_mode=ante_mode,
        ante=0 if ante_mode == "none" else chance.randint(1, 10),
        button=chance.choice(("dead", "moving")),
        new_player_entry=chance.choice(("wait", "post", "choice")),
        dead_blinds=chance.random() < 0.5,
        seat_change_post=chance.random() < 0.5,
        returning_stack_minutes=chance.choice((0, 1, 120)),
        straddles=chance.choice((0, 0, 1, 3)),
        short_allin_reopen=chance.choice(("cumulative", "strict")),
        burn_cards=chance.random() < 0.3,
        run_it=chance.choice((1, 2, 3)),
        rabbit_hunt=chance.random() < 0.5,
        rabbit_fee=chance.choice((0, 5)),
        bomb_pot_ante=20,
        bomb_pot_every=chance.choice((0, 0, 7)),
        bomb_pot_boards=chance.choice((1, 2)),
        clocks=Clocks(squeeze_ms=chance.choice((0, 5_000))),
        players_cut=chance.random() < 0.3,
    )


def nonce_of(player: PlayerId, hand: int) -> bytes:
    """What a player tells for the cut of a hand."""
    return f"{player} {hand}".encode().ljust(32, b".")


def random_insurance(chance: random.Random) -> InsuranceOptions:
    """The club sells insurance at half of the tables, on any terms."""
    return InsuranceOptions(
        offered=chance.random() < 0.5,
        policy=chance.choice(("odds_table", "fair_margin")),
        odds_table=chance.choice(((), tuple(range(2_000, 600, -100)))),
        margin_bps=chance.choice((200, 500, 700)),
        premium_on_hit=chance.choice(("returned", "kept")),
        insure_ties=chance.random() < 0.5,
        carry=chance.random() < 0.7,
        limit_per_hand=chance.choice((0, 0, 150)),
        limit_in_all=chance.choice((0, 0, 700)),
    )


class TableLife:
    """Drives one table; the same seed lives the same life."""

    def __init__(self, seed: int, after_each: Callable[[LiveTable], None] = lambda _: None) -> None:
        self.chance = random.Random(seed)
        insurance = random_insurance(random.Random(~seed))
        self.live = LiveTable(replace(random_config(self.chance), insurance=insurance), seed)
        self._after_each = after_each

    @property
    def table(self) -> Table:
        return self.live.hosted.table

    async def play(self, hands: int, restarts: bool = True) -> None:
        """Live until `hands` hands have begun."""
        await self.live.open()
        while self.table.hand_number < hands:
            await self.live.settle()
            asked = self._somebody()
            if asked is not None:
                await self.live.ask(*asked)
            else:
                await self._time_passes(restarts)
            self._after_each(self.live)

    def _somebody(self) -> tuple[PlayerId, TableCommand] | None:
        chance, table = self.chance, self.table
        if table.paused and chance.random() < 0.5:
            return OWNER, ContinueTable()
        if chance.random() < 0.01:
            return OWNER, self._owners_wish()
        if chance.random() < 0.06:
            return chance.choice(PEOPLE), self._seats_wish()
        if chance.random() < 0.06:
            return chance.choice(table.seats).player if table.seats else PEOPLE[0], self._wish()
        if len(table.seats) < 2:
            player = chance.choice(PEOPLE)
            known = departed(table, player)
            buy_in = BUY_IN if known is None else max(BUY_IN, known.stack)
            return player, SitDown(buy_in, post=chance.random() < 0.5)
        if table.config.players_cut and chance.random() < 0.3:
            return self._commits_to_a_cut()
        hand = table.hand
        if hand is not None and hand.question is not None and chance.random() < 0.7:
            asked = chance.choice(hand.question.seats)
            player = next(one.player for one in hand.players if one.seat == asked)
            if hand.question.kind == "cut":
                return player, TellCut(hand.hand, nonce_of(player, hand.hand).hex())
            if hand.question.kind == "insurance":
                return player, self._insures(hand, asked)
            agree = chance.random() < 0.8
            if hand.question.kind == "straddle":
                return player, AnswerStraddle(hand.hand, agree)
            return player, AnswerRunIt(hand.hand, agree)
        if hand is not None and type(hand.phase) is Betting and hand.phase.turn and chance.random() < 0.97:
            turn = hand.phase.turn
            return hand.players[turn.at].player, self._action(hand.hand, turn, hand.phase.current_bet)
        return None

    def _commits_to_a_cut(self) -> tuple[PlayerId, TableCommand]:
        player, hand = self.chance.choice(self.table.seats).player, self.table.hand_number + 1
        commitment = cut_commitment(TABLE, hand, player, nonce_of(player, hand))
        return player, CommitCut(hand, commitment.hex())

    def _insures(self, hand: Hand, seat: SeatNo) -> TableCommand:
        """An answer to one of his offers: any coverage that is sold, any outs left out, or none."""
        chance, insurance = self.chance, hand.insurance
        assert insurance is not None
        offer = chance.choice([one for one in insurance.offers if one.seat == seat])
        if chance.random() < 0.25:
            return RefuseInsurance(hand.hand, offer.street, chance.choice((None, offer.pot)))
        cards = [*offer.outs, *[tie.card for tie in offer.ties]]
        left_out = chance.sample(cards, 0 if offer.least else chance.randrange(len(cards)))
        most = offer.prices[len(cards) - len(left_out) - 1].most
        least = max(1, offer.least)
        coverage = chance.choice((least, most, chance.randint(least, max(least, most))))
        return BuyInsurance(hand.hand, offer.street, offer.pot, coverage, text_of(left_out))

    def _seats_wish(self) -> TableCommand:
        chance = self.chance
        return chance.choice(
            (
                SitDown(chance.randint(100, 1_000), post=chance.random() < 0.5),
                StandUp(),
                SitOut(at_big_blind=chance.random() < 0.3),
                AutoTopUp(chance.choice((0, 200, 500)), chance.choice((0, 600))),
                ComeBack(post=chance.random() < 0.5),
                TopUp(chance.randint(1, 500)),
            )
        )

    def _wish(self) -> TableCommand:
        chance = self.chance
        return chance.choice(
            (
                ShowCards(self.table.hand_number, chance.choice((None, 0, 1))),
                self._preset(),
                Disconnected(),
                Reconnected(),
                UseTimeBank(self.table.hand_number, 1 + chance.randrange(6)),
                JoinWaitingList(),
                LeaveWaitingList(),
                MoveSeat(chance.choice((None, *range(1, 10))), chance.random() < 0.5),
                PreferStraddle(chance.choice(("ask", "always", "never"))),
                PreferRunIt(chance.choice(("ask", "always", "never"))),
                HuntRabbit(self.table.hand_number),
                Squeeze(self.table.hand_number),
            )
        )

    def _owners_wish(self) -> TableCommand:
        """What the owner could order; closing the table is a life of its own."""
        chance = self.chance
        other = replace(
            self.table.config,
            big_blind=chance.choice((10, 20)),
            burn_cards=chance.random() < 0.3,
            bomb_pot_ante=chance.choice((0, 20)),
            bomb_pot_every=0,
        )
        return chance.choice(
            (
                PauseTable(),
                ContinueTable(),
                ContinueTable(),
                ChangeOptions(other),
                CallBombPot(),
                RefillTimeBanks(),
            )
        )

    def _preset(self) -> TableCommand:
        """What somebody could set now, who often has nothing to set."""
        chance, hand = self.chance, self.table.hand
        move = chance.choice(MOVES)
        if hand is None or not isinstance(hand.phase, Betting):
            return PresetAction(self.table.hand_number, "preflop", move)
        price = price_for(hand, chance.choice(hand.players))
        return PresetAction(hand.hand, hand.street, move, price)

    def _action(self, hand: int, turn: Turn, current_bet: int) -> TableCommand:
        chance = self.chance
        passive = Call(hand, turn.turn) if turn.call_amount else Check(hand, turn.turn)
        if chance.random() < 0.12:
            return Fold(hand, turn.turn)
        if turn.max_raise_to and chance.random() < 0.35:
            low, high = turn.min_raise_to, turn.max_raise_to
            to = chance.choice((low, high, chance.randint(low, high)))
            return RaiseTo(hand, turn.turn, to) if current_bet else Bet(hand, turn.turn, to)
        return passive

    async def _time_passes(self, restarts: bool) -> None:
        self.live.clock.ms += self.chance.randint(500, 25_000)
        if restarts and self.chance.random() < 0.05:
            self.live.restart()
        if self.table.hand is None:
            for player in PEOPLE:
                seat = seat_of(self.table, player)
                if seat is not None and seat.standing == "sitting_out":
                    await self.live.ask(player, ComeBack() if seat.stack else TopUp(BUY_IN))
