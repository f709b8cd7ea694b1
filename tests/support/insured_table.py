"""A table that insures all-ins, with decks that the test has put in order."""

import random
from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from console.cases.hand_setup import deck_of
from riverrun.contracts.insurance_options import InsuranceOptions
from riverrun.contracts.table_commands import (
    AllIn,
    BuyInsurance,
    Call,
    ContinueTable,
    PauseTable,
    RefuseInsurance,
    Reply,
    SitDown,
)
from riverrun.contracts.table_config import Clocks, TableConfig
from riverrun.contracts.table_events import CoverOffer, HandEnded, InsuranceSettled
from riverrun.holdem.state import Betting, Insurance, Table, chips_due, chips_on
from riverrun.kernel.cards import Cards, cards
from riverrun.kernel.deck import OpenDeck
from riverrun.runtime.sealing.key_ring import Key, KeyRing
from services.table.codec import codec
from services.table.decide.facts import NewDeck
from services.table.host.dealer import Dealer
from services.table.host.steps import Steps
from services.table.sealing import seal_deck
from tests.support.live_table import NoEvaluator
from tests.support.seated_table import SeatedTable

E = TypeVar("E")

OFFERED = InsuranceOptions(offered=True, prompt_ms=10_000)
CONFIG = TableConfig(
    seats=6,
    small_blind=5,
    big_blind=10,
    min_buy_in=10,
    max_buy_in=5_000,
    clocks=Clocks(between_hands_ms=0, runout_ms=1_000),
    insurance=OFFERED,
)
ACES, KINGS, QUEENS = "AhAd", "KsKd", "QcQd"
BLANK = "2c7d9hJs4s"
KING_ON_RIVER = "2c7d9hJsKh"
KING_ON_TURN = "2c7d9hKhJs"

RING = KeyRing([Key("k1", bytes(range(32)))], "k1")


class RiggedDealer(Dealer):
    """Deals the same cards every hand: `holes` from the left of the button on, then `board`."""

    def __init__(self, holes: Sequence[str], board: str) -> None:
        super().__init__(RING, RING, random.Random(1).randbytes)
        places = range(len(holes))
        dealt = {place: cards(hole) for place, hole in zip(places, holes, strict=True)}
        self._order: Cards = deck_of(dealt, list(places), cards(board))

    def new_deck(self, table: Table) -> tuple[OpenDeck, NewDeck]:
        deck = OpenDeck(table.table, table.hand_number + 1, self._order, bytes(32))
        sealed = seal_deck(deck, RING)
        return deck, NewDeck(deck.order, sealed.commitment, sealed.box, sealed.key_id, 0)


class InsuredTable(SeatedTable):
    """Players are called by their place from the left of the button: `first`, `second`, …"""

    def __init__(self, holes: Sequence[str], board: str, config: TableConfig) -> None:
        super().__init__(config)
        self.steps = Steps(RiggedDealer(holes, board), NoEvaluator(), self.quotes, self.pool)
        self.actor = self._actor(self.hosted.record, 0, 0)

    def player(self, place: int) -> str:
        return self.hand.players[place].player

    def seat_in(self, place: int) -> int:
        return self.hand.players[place].seat

    @property
    def insurance(self) -> Insurance:
        assert self.hand.insurance is not None, "no insurance was a matter"
        return self.hand.insurance

    @property
    def offer(self) -> CoverOffer:
        (one,) = self.insurance.offers
        return one

    @property
    def asked(self) -> str:
        """What the open question is about."""
        return "" if self.hand.question is None else self.hand.question.kind

    async def all_in(self) -> None:
        """Everybody puts in everything, and the table goes on as far as it can without time."""
        while isinstance(self.hand.phase, Betting):
            phase, hand = self.hand.phase, self.hand
            turn = self.turn
            deep = hand.players[turn.at].bet + hand.players[turn.at].stack > phase.current_bet
            command = AllIn if turn.max_raise_to and deep else Call
            reply = await self.ask(self.to_act, command(hand.hand, turn.turn))
            assert not reply.code, reply
        await self.settle()

    async def next_street(self) -> None:
        """The pause before the next card is over."""
        await self.passes(self.hosted.table.config.clocks.runout_ms)

    async def to_offer(self) -> None:
        """Run out until pots were priced on one more street."""
        known = self.hand.insurance
        for _ in range(3):
            await self.next_street()
            if self.hand.insurance is not known:
                return
        raise AssertionError("no street was insured")

    async def buys(self, place: int, coverage: int, pot: int = 0, left_out: str = "") -> Reply:
        street = self.insurance.street
        command = BuyInsurance(self.hand.hand, street, pot, coverage, left_out)
        return await self.ask(self.player(place), command)

    async def refuses(self, place: int, pot: int | None = None) -> Reply:
        return await self.ask(self.player(place), RefuseInsurance(self.hand.hand, self.insurance.street, pot))

    def ended_with(self, seat: int) -> int:
        """The stack at that seat when the first hand was over."""
        ended = self.of(HandEnded)[0]
        return dict(ended.stacks)[seat]

    def of(self, kind: type[E]) -> list[E]:
        """All recorded events of that kind, in order."""
        found = [event for commit in self.log.commits for event in codec.decode_all(commit)]
        return [event for event in found if isinstance(event, kind)]


async def insured_table(
    *holes: str, board: str, stacks: Sequence[int] = (), config: TableConfig = CONFIG, **options: Any
) -> InsuredTable:
    """A hand has just been dealt to as many players as there are hole cards; `stacks` by seat."""
    if options:
        config = replace(config, insurance=replace(config.insurance, **options))
    table = InsuredTable(holes, board, config)
    await table.open()
    await table.ask("owner", PauseTable())
    for number, stack in enumerate(stacks or [500] * len(holes), 1):
        assert not (await table.ask(f"p{number}", SitDown(stack, number))).code
    await table.settle()
    await table.ask("owner", ContinueTable())
    await table.settle()
    return table


async def aces_and_kings(board: str = BLANK, **options: Any) -> InsuredTable:
    """All-in before the flop for 500 each; `first` leads with aces."""
    table = await insured_table(ACES, KINGS, board=board, **options)
    await table.all_in()
    return table


async def play_out(table: InsuredTable) -> None:
    """Nobody answers any more."""
    while not table.of(InsuranceSettled) and table.hosted.table.hand is not None:
        await table.passes(20_000)
    books = table.hosted.table
    assert chips_on(books) == chips_due(books)
