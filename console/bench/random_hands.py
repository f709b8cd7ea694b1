"""Hands of random legal play at a table of ours: decided, evolved and encoded as the service does it."""

from collections.abc import Callable
from itertools import count
from random import Random

from console.rules_alone.ranked import ranked
from console.rules_alone.seated import seated
from riverrun.contracts.table_commands import Action, Bet, Call, Check, Fold, RaiseTo
from riverrun.contracts.table_config import MAX_SEATS, TableConfig
from riverrun.contracts.table_events import TOPICS
from riverrun.holdem.rank import ranks
from riverrun.holdem.state import AllIn, Betting, Showdown, Table, Turn
from riverrun.kernel.cards import ALL_CARDS, Cards
from riverrun.kernel.chips import Chips
from riverrun.runtime.eventstore.codec import EventCodec
from services.table.decide import commands, dealing, settlement
from services.table.decide.facts import Facts, NewDeck

BIG_BLIND, STACK = 2, 200
DECKS = 500
encode_all = EventCodec(TOPICS).encode_all
COMMITMENT, BOX = bytes(32), bytes(128)

PlayHand = Callable[[Random], int]
"""Plays one whole hand from fresh stacks and says how many actions it took."""


def random_hands(players: int) -> PlayHand:
    """Hands with given decks, never sealed: what that costs is told by `bench deal`."""
    config = TableConfig(
        seats=players, small_blind=1, big_blind=BIG_BLIND, min_buy_in=BIG_BLIND, max_buy_in=STACK
    )
    table = seated("bench", config, {f"player-{seat}": STACK for seat in range(1, players + 1)})
    shuffling = Random(players)  # noqa: S311 - the same decks in every run
    decks = [tuple(shuffling.sample(ALL_CARDS, len(ALL_CARDS))) for _ in range(DECKS)]
    _rank_many(decks)
    hands = count()

    def play(whims: Random) -> int:
        return _play(table, decks[next(hands) % DECKS], whims.random)

    return play


def _rank_many(decks: list[Cards]) -> None:
    """Ranks are remembered when first met (docs/adr/0010): a table that has run for a while has met most."""
    for deck in decks:
        for first in range(0, 45, 5):
            cards = deck[first:] + deck[:first]
            ranks(cards[:5], tuple(zip(cards[5::2], cards[6::2], strict=False)))


def _play(table: Table, deck: Cards, whim: Callable[[], float]) -> int:
    """One hand: every commit is decided, evolved and encoded. Says how many turns there were."""
    facts = Facts(0, deck)
    new_deck = NewDeck(deck, COMMITMENT, BOX, "bench", int(whim() * MAX_SEATS))
    draft = dealing.start_hand(table, new_deck, facts)
    while True:
        encode_all(draft.events)
        table, hand = draft.table, draft.hand
        phase = hand.phase
        if type(phase) is Betting:
            turn = phase.turn
            assert turn is not None, "somebody is asked"
            action = _any_action(hand.hand, phase.current_bet, turn, whim)
            draft = commands.decide(table, hand.players[turn.at].player, "", action, facts)
        elif type(phase) is AllIn:
            draft = settlement.deal_runout(table, facts)
        elif type(phase) is Showdown:
            draft = settlement.settle(table, ranked(hand, deck), facts)
        else:
            return hand.turns


def _any_action(hand: int, current_bet: Chips, turn: Turn, whim: Callable[[], float]) -> Action:
    """Each kind of action offered is as likely as any other, and so is each amount."""
    number = turn.turn
    kinds = 3 if turn.max_raise_to else 2
    kind = int(whim() * kinds) if turn.call_amount else 1 + int(whim() * (kinds - 1))
    if kind == 0:
        return Fold(hand, number)
    if kind == 1:
        return Call(hand, number) if turn.call_amount else Check(hand, number)
    to = turn.min_raise_to + int(whim() * (turn.max_raise_to - turn.min_raise_to + 1))
    return RaiseTo(hand, number, to) if current_bet else Bet(hand, number, to)
