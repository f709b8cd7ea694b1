"""A table on which cases are played by real commands and events, with every commit checked."""

from collections.abc import Sequence
from typing import TypeVar

import msgspec

from riverrun.contracts import refusals
from riverrun.contracts.table_commands import (
    Action,
    ComeBack,
    SitDown,
    SitOut,
    StandUp,
    TableCommand,
    TopUp,
)
from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.table_events import TableEvent, TableOpened
from riverrun.holdem.evolve import evolve
from riverrun.holdem.rank import ranks
from riverrun.holdem.state import Betting, Hand, Turn, chips_due, chips_on, live_players
from riverrun.kernel.cards import ALL_CARDS, Cards
from riverrun.kernel.identifiers import PlayerId, SeatNo
from services.table.decide import betting, commands, dealing, seating, settlement
from services.table.decide.dealing import Extras
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts, HandArchive, NewDeck, ShowdownRanks
from services.table.decide.next_step import next_step
from services.table.decide.owed import DealRunout, Settle
from services.table.rules.blinds import Lineup
from services.table.rules.debts import NOTHING_MISSED, Missed

E = TypeVar("E")

NO_ARCHIVE = HandArchive(b"", (), ())


class Unsound(AssertionError):
    """Events that do not make the table they were decided upon, or that lose chips."""


class PlayedTable:
    """Commands in, events kept; the deck lies open, as it does for the host."""

    def __init__(self, config: TableConfig) -> None:
        self.table = evolve(None, TableOpened("case", config, "club"))
        self.events: list[TableEvent] = []
        self._deck: Cards = ()
        self._runs = 1

    def commit(self, draft: Draft) -> None:
        """Take what was decided. Raises `Unsound` where its events give another table, or other chips."""
        table = self.table
        for event in draft.events:
            table = evolve(table, event)
            if chips_on(table) != chips_due(table):
                raise Unsound(f"chips are not conserved by {event}")
        if table != draft.table:
            raise Unsound(f"{len(draft.events)} events fold to another table than was decided upon")
        self.table = table
        self.events.extend(draft.events)

    def happened(self, kind: type[E]) -> list[E]:
        """All events of one kind so far, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    def order(self, seat: SeatNo, command: TableCommand) -> None:
        """A player's command, through the one door that players have. Raises a `Refusal`."""
        name = player_at_seat(seat)
        self.commit(commands.decide(self.table, name, name, command, self._facts()))

    def seat(self, seat: SeatNo, stack: int, posts: bool = False) -> None:
        """A player sits down and his chips come."""
        self.order(seat, SitDown(stack, seat, post=posts))
        self._confirm_buy_ins()

    def _confirm_buy_ins(self) -> None:
        for transfer in self.table.transfers:
            self.commit(seating.confirm_buy_in(self.table, transfer))

    def stand_up(self, seat: SeatNo) -> None:
        self.order(seat, StandUp())

    def sit_out(self, seat: SeatNo) -> None:
        self.order(seat, SitOut())

    def top_up(self, seat: SeatNo, amount: int) -> None:
        """More chips, or chips again after losing the stack."""
        self.order(seat, TopUp(amount))
        self._confirm_buy_ins()

    def come_back(self, seat: SeatNo, posts: bool) -> None:
        self.order(seat, ComeBack(posts))

    def deal(
        self,
        lineup: Lineup,
        extras: Extras,
        deck: Cards,
        runs: int = 1,
        missed: Missed = NOTHING_MISSED,
    ) -> None:
        """A hand with these places; `runs`: how often its players run the board out, all-in (R7.2)."""
        self._deck = deck
        self._runs = runs
        self.commit(dealing.deal_hand(self.table, lineup, missed, extras, _sealed(deck), self._facts()))

    def deal_next(self, deck: Cards = ALL_CARDS) -> None:
        """The next hand, with the places that follow from the last one."""
        self._deck = deck
        self._runs = 1
        self.commit(dealing.start_hand(self.table, _sealed(deck), self._facts()))

    def arrange(self, deck: Cards) -> None:
        """Let the hand go on with another order of the deck: a case may need to know who will win."""
        self._deck = deck

    def act(self, seat: SeatNo, do: str, to: float | None) -> None:
        """A player acts, or (`timeout`) his clock runs out. Raises a `Refusal`."""
        if do == "timeout":
            turn = self.turn
            if turn is None:
                raise refusals.HandOver(hand=self.table.hand_number)
            if turn.seat != seat:
                raise refusals.NotYourTurn(seat=turn.seat)
            self.commit(betting.check_or_fold(self.table, "clock", self._facts()))
        else:
            self.order(seat, self._action(do, to))

    def _action(self, do: str, to: float | None) -> Action:
        """The command as it comes over the wire. Raises `msgspec.ValidationError`."""
        turn = 0 if self.turn is None else self.turn.turn
        fields = {"do": do, "hand": self.table.hand_number, "turn": turn}
        action: Action = msgspec.convert(fields if to is None else fields | {"to": to}, Action)
        return action

    def play_out(self) -> None:
        """All steps that the hand owes, until a player is asked or the hand is over."""
        while (owed := next_step(self.table)) is not None:
            match owed.step:
                case DealRunout() if self._runs > len(self.hand.boards):
                    self.commit(settlement.agree_runs(self.table, self._runs))
                case DealRunout():
                    self.commit(settlement.deal_runout(self.table, self._facts()))
                case Settle():
                    self.commit(settlement.settle(self.table, self._ranks(), self._facts()))
                case _:
                    return

    def seal(self) -> None:
        """The hand is put away, and what waited for its end takes effect."""
        self.commit(settlement.seal_hand(self.table, NO_ARCHIVE))
        draft = Draft(self.table)
        seating.after_hand(draft, self._facts())
        self.commit(draft)

    @property
    def hand(self) -> Hand:
        assert self.table.hand is not None, "no hand is on the table"
        return self.table.hand

    @property
    def betting(self) -> Betting | None:
        """The betting round in progress, if there is one."""
        phase = self.table.hand.phase if self.table.hand is not None else None
        return phase if isinstance(phase, Betting) else None

    @property
    def turn(self) -> Turn | None:
        """The decision asked for, if any."""
        return None if self.betting is None else self.betting.turn

    def _facts(self) -> Facts:
        return Facts(0, self._deck)

    def _ranks(self) -> ShowdownRanks:
        hand = self.hand
        live = live_players(hand)
        places = {player.seat: place for player, place in zip(hand.players, hand.positions, strict=True)}
        holes = [_cards_at(self._deck, places[player.seat]) for player in live]
        return ShowdownRanks(
            tuple(
                {player.seat: rank for player, rank in zip(live, ranks(board, holes), strict=True)}
                for board in hand.boards
            ),
            "table",
        )


def player_at_seat(seat: SeatNo) -> PlayerId:
    """Players of a case are known by their seats."""
    return f"player-{seat}"


def _cards_at(deck: Cards, places: Sequence[int]) -> Cards:
    return tuple(deck[place] for place in places)


def _sealed(deck: Cards) -> NewDeck:
    return NewDeck(deck, b"", b"", "", 0)
