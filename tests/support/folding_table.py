"""A table where everyone folds hand after hand: what remains is who posts what, and who is dealt in."""

from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from console.cases.hand_results import forced_posts
from console.cases.played_table import PlayedTable
from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.table_events import HandStarted, PlayStopped
from riverrun.holdem.state import Seat, seat_at
from riverrun.kernel.cards import ALL_CARDS
from services.table.decide.dealing import Extras
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts
from services.table.decide.moves import make_queued_moves
from services.table.decide.next_step import next_step
from services.table.decide.owed import MakeMoves, RestAtBigBlind, StartHand, StopPlay
from services.table.decide.standing_wishes import rest_at_big_blind
from services.table.rules.blinds import Lineup, clockwise_from

SMALL, BIG = 5, 10
STACK = 1_000


@dataclass(frozen=True)
class Start:
    """How a hand began: its places, the seats dealt in, and what was posted: seat, kind, amount."""

    button: int
    small: int | None
    big: int | None
    dealt: tuple[int, ...]
    posts: tuple[tuple[int, str, int], ...]
    restarted: bool

    def posted_by(self, seat: int) -> list[tuple[str, int]]:
        return [(kind, amount) for number, kind, amount in self.posts if number == seat]


class FoldingTable(PlayedTable):
    """Blinds 5 and 10; players are known by their seats."""

    def __init__(self, **options: Any) -> None:
        config = TableConfig(seats=9, small_blind=SMALL, big_blind=BIG, min_buy_in=10, max_buy_in=1_000_000)
        super().__init__(replace(config, **options))

    def begin(self, *seats: int, button: int | None = None) -> Start:
        """Seat these players and deal a first hand, the lowest seat on the button."""
        for seat in seats:
            self.seat(seat, STACK)
        button = seats[0] if button is None else button
        order = clockwise_from(button, seats)
        small, big = (button, order[0]) if len(order) == 2 else order[:2]
        before = len(self.events)
        self.deal(Lineup(button, small, small, big, order), Extras(), ALL_CARDS)
        return self._fold_around(before)

    def goes_on(self) -> bool:
        """Whether another hand can begin; where too few are left, play has stopped."""
        while (owed := next_step(self.table)) is not None and isinstance(owed.step, RestAtBigBlind):
            self.commit(rest_at_big_blind(self.table, owed.step.seat, Facts(0)))
        if owed is not None and isinstance(owed.step, StopPlay):
            draft = Draft(self.table)
            draft.record(PlayStopped())
            self.commit(draft)
        return owed is not None and isinstance(owed.step, StartHand)

    def next_hand(self) -> Start:
        """The next hand, folded around."""
        assert self.goes_on(), "too few are left"
        before = len(self.events)
        self.deal_next()
        return self._fold_around(before)

    def _fold_around(self, before: int) -> Start:
        self.fold_around()
        return self._start(before)

    def fold_around(self) -> None:
        """Everybody folds, the hand is sealed, and who asked for it moves."""
        while self.turn is not None:
            player = self.at(self.turn.seat).player  # named by his first seat, wherever he moved
            self.act(int(player.removeprefix("player-")), "fold", None)
        self.play_out()
        self.seal()
        owed = next_step(self.table)
        if owed is not None and isinstance(owed.step, MakeMoves):
            self.commit(make_queued_moves(self.table))

    def _start(self, before: int) -> Start:
        events = self.events[before:]
        started = next(event for event in events if isinstance(event, HandStarted))
        return Start(
            button=started.button,
            small=started.small_blind,
            big=started.big_blind,
            dealt=tuple(sorted(player.seat for player in started.players)),
            posts=tuple(forced_posts(events)),
            restarted=any(isinstance(event, PlayStopped) for event in events),
        )

    def lose_everything(self, seat: int) -> None:
        """The stack of a seat is gone, as after a lost all-in."""
        self.table = replace(
            self.table,
            seats=tuple(replace(one, stack=0) if one.seat == seat else one for one in self.table.seats),
            cashed_out=self.table.cashed_out + self.at(seat).stack,
        )

    def lose_in_hand(self, seat: int) -> None:
        """The same for a player of the hand in progress: what he has goes to the others."""
        hand = self.hand
        players = tuple(replace(one, stack=0) if one.seat == seat else one for one in hand.players)
        lost = hand.players[hand.seats.index(seat)].stack
        self.table = replace(
            self.table, hand=replace(hand, players=players), cashed_out=self.table.cashed_out + lost
        )

    def limit_buy_ins(self, least: int, most: int) -> None:
        """From here on nobody may bring less or more."""
        config = replace(self.table.config, min_buy_in=least, max_buy_in=most)
        self.table = replace(self.table, config=config)

    def at(self, seat: int) -> Seat:
        taken = seat_at(self.table, seat)
        assert taken is not None, f"nobody sits in seat {seat}"
        return taken

    def owed(self, seat: int) -> str:
        """Which blinds the seat owes."""
        player = self.at(seat)
        return " ".join(["big"] * player.owes_big + ["small"] * player.owes_small)
