"""Hands of invented players: decided by the real rules, and made into rows as the projector does."""

from collections.abc import Mapping
from random import Random

import msgspec

from console.invented.asked import Answer, Asked
from console.invented.honest import answer
from console.invented.schemes import Scheme
from console.invented.style import Style
from console.rules_alone.ranked import ranked
from console.rules_alone.seated import seated
from riverrun.contracts.table_commands import Action, Bet, Call, Check, Fold, RaiseTo
from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.table_events import HandSealed, HandStarted
from riverrun.holdem.state import AllIn, Betting, Hand, Showdown, Table
from riverrun.kernel.cards import ALL_CARDS, Cards
from services.bots.strength import strength
from services.history.projection.context import Context, Sitter
from services.history.projection.followed_hand import FollowedHand
from services.history.projection.following import follow
from services.history.projection.hand_rows import Rows, add_hand
from services.history.review.counting import difficulty
from services.table.decide import commands, dealing, settlement
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts, NewDeck

SMALL_BLIND, BIG_BLIND = 50, 100
COMMITMENT, BOX = bytes(32), b""
STREETS = {"preflop": 0, "flop": 1, "turn": 2, "river": 3}


class InventedTable:
    """A table for one session. Each hand begins with the same stacks: what one wins is paid away from it."""

    def __init__(
        self, name: str, stacks: Mapping[str, int], styles: Mapping[str, Style], chance: Random
    ) -> None:
        self._styles = styles
        self._chance = chance
        self._name = name
        self._config = TableConfig(
            name=name,
            seats=len(stacks),
            small_blind=SMALL_BLIND,
            big_blind=BIG_BLIND,
            min_buy_in=10 * BIG_BLIND,
            max_buy_in=300 * BIG_BLIND,
        )
        self._table = seated(name, self._config, stacks)
        sitters = {seat: Sitter(player, player) for seat, player in enumerate(stacks, 1)}
        self._context = Context(self._config, sitters)
        self.now_ms = 0

    def play(self, rows: Rows, scheme_of: Mapping[str, Scheme]) -> None:
        """One hand, into rows; players with a scheme ask it first."""
        deck = tuple(self._chance.sample(ALL_CARDS, len(ALL_CARDS)))
        new_deck = NewDeck(deck, COMMITMENT, BOX, "invented", self._chance.randrange(9))
        draft = dealing.start_hand(self._table, new_deck, Facts(self.now_ms, deck))
        started = next(event for event in draft.events if type(event) is HandStarted)
        followed = FollowedHand(self._context, started, started.hand, self.now_ms)
        while True:
            for event in draft.events:
                follow(followed, event, self.now_ms)
            table, hand = draft.table, draft.hand
            phase = hand.phase
            if type(phase) is Betting:
                draft = self._turn(table, hand, phase, deck, followed, scheme_of)
            elif type(phase) is AllIn:
                draft = settlement.deal_runout(table, Facts(self.now_ms, deck))
            elif type(phase) is Showdown:
                draft = settlement.settle(table, ranked(hand, deck), Facts(self.now_ms, deck))
            else:
                break
        add_hand(rows, self._name, followed, HandSealed(started.hand, b"", (), ()), started.hand)
        self._table = msgspec.structs.replace(self._table, hand_number=started.hand)

    def _turn(
        self,
        table: Table,
        hand: Hand,
        phase: Betting,
        deck: Cards,
        followed: FollowedHand,
        scheme_of: Mapping[str, Scheme],
    ) -> Draft:
        asked = self._asked(hand, phase, deck, followed)
        style = self._styles[asked.player]
        found = answer(asked, style, self._chance)
        scheme = scheme_of.get(asked.player)
        if scheme is not None:
            found = scheme.answer(asked, found) or found
        hard = difficulty(STREETS[hand.street], asked.price, asked.pot, BIG_BLIND)
        self.now_ms += int(
            min(25_000, self._chance.lognormvariate(style.mind + style.doubt * hard, style.whim))
        )
        turn = phase.turn
        assert turn is not None, "somebody is asked"
        action = _action(found, hand.hand, turn.turn, phase.current_bet)
        return commands.decide(table, asked.player, "", action, Facts(self.now_ms, deck))

    def _asked(self, hand: Hand, phase: Betting, deck: Cards, followed: FollowedHand) -> Asked:
        turn = phase.turn
        assert turn is not None, "somebody is asked"
        players, at, board = hand.players, turn.at, hand.boards[0]
        first, second = hand.positions[at]
        hole_cards = (deck[first], deck[second])
        others = [one.player for place, one in enumerate(players) if place != at and not one.folded]
        raised = [
            one.place for one in followed.decisions if one.street == followed.street and one.kind in (11, 12)
        ]
        return Asked(
            player=players[at].player,
            hole_cards=hole_cards,
            board=board,
            strength=int(strength(hole_cards, board)) if board else 0,
            pot=followed.pot,
            current_bet=phase.current_bet,
            price=turn.call_amount,
            least=turn.min_raise_to,
            most=turn.max_raise_to,
            big_blind=BIG_BLIND,
            late=(at - 2) % len(players) / (len(players) - 1),
            raises=len(raised),
            others=others,
            raiser=players[raised[-1]].player if raised else "",
            against=self._styles[others[0]] if len(others) == 1 else None,
        )


def _action(found: Answer, hand: int, turn: int, current_bet: int) -> Action:
    match found:
        case "fold":
            return Fold(hand, turn)
        case "check":
            return Check(hand, turn)
        case "call":
            return Call(hand, turn)
        case to:
            return RaiseTo(hand, turn, to) if current_bet else Bet(hand, turn, to)
