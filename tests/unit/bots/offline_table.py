"""Hands between levels without a server: the table's own decisions, and to each player his own view."""

from collections.abc import Sequence
from random import Random

from riverrun.contracts.table_commands import Action, Bet, Call, Check, Fold, RaiseTo
from riverrun.contracts.table_config import TableConfig
from riverrun.holdem.evolve import evolve
from riverrun.holdem.rank import ranks
from riverrun.holdem.redact import Viewer
from riverrun.holdem.state import AllIn, Betting, Hand, Places, Seat, Showdown, Table, live_players
from riverrun.holdem.view import view_of
from riverrun.kernel.cards import ALL_CARDS, Cards
from riverrun.kernel.chips import Chips
from services.bots.decision import Decision
from services.bots.level import Chance, Level
from services.bots.seen import seen
from services.table.decide import betting, settlement
from services.table.decide.dealing import start_hand
from services.table.decide.facts import Facts, NewDeck, ShowdownRanks
from services.table.decide.seating import open_table

STACK: Chips = 10_000


def play(levels: Sequence[Level], hands: int, seed: int) -> list[list[Chips]]:
    """What each seat won or lost in each hand. Every hand begins with full stacks; the button goes round."""
    whims = Random(seed)
    results = []
    places = None
    for number in range(hands):
        table = _seated(len(levels), number, places)
        deck = tuple(whims.sample(ALL_CARDS, 52))
        table = _play_hand(table, deck, levels, whims)
        places = table.places
        results.append([seat.stack - STACK for seat in table.seats])
    return results


def _seated(players: int, hand_number: int, places: Places | None) -> Table:
    opened = evolve(None, open_table("s0-offline", TableConfig(seats=9), "owner"))
    seats = tuple(
        Seat(number, f"p{number}", f"p{number}", "active", STACK) for number in range(1, players + 1)
    )
    return Table(opened.table, opened.config, seats, places=places, hand_number=hand_number)


def _play_hand(table: Table, deck: Cards, levels: Sequence[Level], whims: Random) -> Table:
    facts = Facts(0, deck)
    new_deck = NewDeck(deck, b"", b"", "", whims.randrange(1 << 30))
    table = start_hand(table, new_deck, facts).table
    while True:
        hand = table.hand
        assert hand is not None
        match hand.phase:
            case Betting(turn=turn):
                assert turn is not None
                chance = Chance(whims.random(), whims.random())
                decision = _decide(table, hand, turn.at, deck, levels[turn.seat - 1], chance)
                action = _action(decision, hand.hand, turn.turn)
                table = betting.act(table, f"p{turn.seat}", action, facts).table
            case AllIn():
                table = settlement.deal_runout(table, facts).table
            case Showdown():
                table = settlement.settle(table, _ranked(hand, deck), facts).table
            case _:
                return table


def _decide(table: Table, hand: Hand, at: int, deck: Cards, level: Level, chance: Chance) -> Decision:
    own = tuple(deck[position] for position in hand.positions[at])
    sight = seen(view_of(table, Viewer(hand.players[at].seat, own)))
    assert sight is not None
    return level(sight, chance)


def _action(decision: Decision, hand: int, turn: int) -> Action:
    match decision.do:
        case "fold":
            return Fold(hand, turn)
        case "check":
            return Check(hand, turn)
        case "call":
            return Call(hand, turn)
        case "bet":
            return Bet(hand, turn, decision.to or 0)
        case "raise":
            return RaiseTo(hand, turn, decision.to or 0)
        case _:
            raise AssertionError(decision)


def _ranked(hand: Hand, deck: Cards) -> ShowdownRanks:
    live = [player.seat for player in live_players(hand)]
    holes = {
        player.seat: tuple(deck[position] for position in pair)
        for player, pair in zip(hand.players, hand.positions, strict=True)
    }
    boards = tuple(
        dict(zip(live, ranks(board, [holes[seat] for seat in live]), strict=True)) for board in hand.boards
    )
    return ShowdownRanks(boards, "table")
