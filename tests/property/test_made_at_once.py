"""Decisions that make the table at once leave it as their events do, one by one."""

from random import Random

import pytest

from riverrun.contracts.table_commands import AllIn as PutAllIn
from riverrun.contracts.table_commands import Bet, Call, Check, Fold, RaiseTo
from riverrun.contracts.table_config import RakeTerms, TableConfig
from riverrun.contracts.table_events import HandSealed
from riverrun.holdem.evolve import evolve, replay
from riverrun.holdem.rank import ranks
from riverrun.holdem.state import AllIn, Betting, Hand, Seat, Showdown, Table
from riverrun.kernel.cards import ALL_CARDS, Cards
from services.table.decide import betting, dealing, settlement
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts, NewDeck, ShowdownRanks

HANDS = 25
RAKE = RakeTerms(bps=500, cap_two=9, cap_three_four=9, cap_five_up=9, no_flop_no_drop=False)


@pytest.mark.parametrize("seed", range(40))
def test_a_table_made_at_once_is_the_table_after_each_event(seed: int) -> None:
    chance = Random(seed)
    table = _table(chance)
    for _ in range(HANDS):
        if not dealing.can_start(table):
            break
        table = _hand(table, chance)


def _table(chance: Random) -> Table:
    rake = RAKE if chance.random() < 0.5 else RakeTerms()
    config = TableConfig(seats=6, small_blind=1, big_blind=2, min_buy_in=2, max_buy_in=200, rake=rake)
    seats = [
        Seat(seat, f"p{seat}", f"p{seat}", "active", chance.choice((2, 3, 40, 200)))
        for seat in range(1, chance.randint(2, 6) + 1)
    ]
    return Table("t", config, tuple(seats))


def _hand(table: Table, chance: Random) -> Table:
    deck = tuple(chance.sample(ALL_CARDS, len(ALL_CARDS)))
    facts = Facts(1_000, deck)
    table = _same(
        table, dealing.start_hand(table, NewDeck(deck, b"c", b"b", "key", chance.randrange(9)), facts)
    )
    while True:
        hand = table.hand
        assert hand is not None
        if type(hand.phase) is Betting:
            table = _same(table, _act(table, hand, hand.phase, chance, facts))
        elif type(hand.phase) is AllIn:
            table = _same(table, settlement.deal_runout(table, facts))
        elif type(hand.phase) is Showdown:
            table = _same(table, settlement.settle(table, _ranked(hand, deck), facts))
        else:
            return evolve(table, HandSealed(hand.hand, b"", (), ()))


def _act(table: Table, hand: Hand, phase: Betting, chance: Random, facts: Facts) -> Draft:
    turn = phase.turn
    assert turn is not None
    number = (hand.hand, turn.turn)
    choices: list[Fold | Check | Call | Bet | RaiseTo | PutAllIn] = [
        Call(*number) if turn.call_amount else Check(*number),
        Fold(*number),
    ]
    if turn.max_raise_to:
        to = chance.randint(turn.min_raise_to, turn.max_raise_to)
        choices += [RaiseTo(*number, to) if phase.current_bet else Bet(*number, to), PutAllIn(*number)]
    player = hand.players[turn.at].player
    return betting.act(table, player, chance.choice(choices), facts)


def _ranked(hand: Hand, deck: Cards) -> ShowdownRanks:
    live = [
        (player.seat, (deck[first], deck[second]))
        for player, (first, second) in zip(hand.players, hand.positions, strict=True)
        if not player.folded
    ]
    found = ranks(hand.boards[0], [cards for _, cards in live])
    return ShowdownRanks((dict(zip([seat for seat, _ in live], found, strict=True)),), "table")


def _same(before: Table, draft: Draft) -> Table:
    assert draft.table == replay(before, draft.events)
    assert draft.hand == draft.table.hand
    return draft.table
