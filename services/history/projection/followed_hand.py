"""A hand followed event by event: what rows are made of once it is over."""

from typing import Any, NamedTuple

from riverrun.contracts.events.equities import Equity
from riverrun.contracts.table_events import HandStarted, PotShare, TurnStarted
from riverrun.kernel.cards import Cards, text_of
from services.history.projection import words
from services.history.projection.context import Context
from services.history.projection.dealt_player import DealtPlayer

COMPLETE_BOARD = 5
MOST_THINK_MS = 2**32 - 1
"""What its column holds, seven weeks: a table may stand still for longer."""


class Decision(NamedTuple):
    """What a player who was asked did; `price` is what a call added."""

    place: int
    street: int
    kind: int
    price: int
    can_raise: bool


class FollowedHand:
    """Collects rows of what happens, without the columns that name table and hand, and what flags need."""

    def __init__(self, context: Context, event: HandStarted, seq: int, at_ms: int) -> None:
        self.context = context
        self.started = event
        self.first_seq = seq
        self.started_ms = at_ms
        self.ended_ms = at_ms
        self.ended_by = "void"
        small = event.small_blind_place if event.bomb_pot else event.small_blind
        seats = [dealt.seat for dealt in event.players]
        named = words.positions(seats, event.button, small, event.big_blind)
        self.players = [
            DealtPlayer(
                one.seat, place, named[place], one.player, _name(context, one.seat, one.player), one.stack
            )
            for place, one in enumerate(event.players)
        ]
        self.at = {player.seat: player for player in self.players}
        self.street = words.PREFLOP
        self.pot = 0
        self.step = 0
        self.straddles = 0
        self.all_in = False
        self.board_at_all_in: Cards = ()
        self.equities: tuple[Equity, ...] = ()
        self.runs = event.boards
        self.asked: TurnStarted | None = None
        self.asked_ms = 0
        self.decisions: list[Decision] = []
        self.positions: tuple[tuple[int, int], ...] = ()
        self.boards: list[Cards] = [()] * event.boards
        self.pots: tuple[PotShare, ...] = ()
        self.rakes: dict[int, int] = {}
        self.actions: list[tuple[Any, ...]] = []
        self.board_rows: list[tuple[Any, ...]] = []
        self.shows: list[tuple[Any, ...]] = []
        self.awards: list[tuple[Any, ...]] = []
        self.insurance: list[tuple[Any, ...]] = []

    @property
    def raked(self) -> int:
        return sum(self.rakes.values())

    @property
    def pot_in_all(self) -> int:
        """All that was won, and the rake."""
        return sum([player.won for player in self.players]) + self.raked

    @property
    def blind_seats(self) -> tuple[int, int]:
        """Who posted the small and the big blind; 0: nobody."""
        started = self.started
        return (0, 0) if started.bomb_pot else (started.small_blind or 0, started.big_blind or 0)

    @property
    def closed_all_in(self) -> bool:
        """Whether betting closed with an all-in before the river."""
        return self.all_in and len(self.board_at_all_in) < COMPLETE_BOARD

    @property
    def insured(self) -> bool:
        return any(row[4] == words.BOUGHT for row in self.insurance)

    def next_step(self) -> int:
        self.step += 1
        return self.step

    def moved(
        self,
        player: DealtPlayer,
        kind: int,
        amount: int,
        at_ms: int,
        to: int,
        price: int,
        all_in: bool = False,
    ) -> None:
        """Chips that move without a decision."""
        row = (
            self.next_step(),
            at_ms,
            player.player,
            player.seat,
            player.position,
            self.street,
            kind,
            amount,
            to,
        )
        self.actions.append((*row, price, self.pot, player.stack, 0, 0, int(all_in), 0, 0))

    def pay(self, player: DealtPlayer, amount: int) -> None:
        player.stack -= amount
        player.paid_in += amount
        self.pot += amount

    def decided(self, seat: int, kind: int, amount: int, at_ms: int, all_in: bool, by_clock: bool) -> None:
        player, asked = self.at[seat], self.asked
        assert asked is not None, "nobody was asked"
        street, price = self.street, asked.call_amount
        to = player.bet + amount
        self.step = step = self.step + 1
        row = (step, at_ms, player.player, seat, player.position, street, kind, amount, to, price, self.pot)
        least, most = asked.min_raise_to, asked.max_raise_to
        think_ms = min(max(0, at_ms - self.asked_ms), MOST_THINK_MS)
        self.actions.append((*row, player.stack, least, most, int(all_in), int(by_clock), think_ms))
        self.decisions.append(Decision(player.place, street, kind, price, most > 0))
        player.decided = True
        if amount:
            player.stack -= amount
            player.paid_in += amount
            player.bet = to
            self.pot += amount

    def show(self, player: DealtPlayer, kind: int, cards: Cards, at_ms: int) -> None:
        player.shown = cards
        self.shows.append((self.next_step(), at_ms, player.player, player.seat, kind, text_of(cards)))

    def insure(
        self, kind: int, seat: int, street: str, pot: int, amounts: tuple[int, int, int, str], at_ms: int
    ) -> None:
        player = self.at[seat].player
        row = (self.next_step(), at_ms, player, seat, kind, words.STREETS[street], pot, *amounts)
        self.insurance.append(row)


def _name(context: Context, seat: int, player: str) -> str:
    sitter = context.seats.get(seat)
    return sitter.name if sitter is not None and sitter.player == player else player
