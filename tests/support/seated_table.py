"""A hosted table with players, driven in a few words; for tests that read as sentences."""

from riverrun.contracts.table_commands import Bet, Call, Check, Fold, RaiseTo, SitDown, TableCommand
from riverrun.contracts.table_config import Clocks, TableConfig
from riverrun.contracts.table_events import TableEvent
from riverrun.holdem.state import Betting, Hand, HandPlayer, Seat, Turn, seat_of
from services.table.codec import codec
from tests.support.live_table import LiveTable

SMALL = TableConfig(
    seats=6,
    small_blind=5,
    big_blind=10,
    min_buy_in=100,
    max_buy_in=1_000,
    clocks=Clocks(decision_ms=10_000, between_hands_ms=0),
)


class SeatedTable(LiveTable):
    """Players sit down one by one; all of them play from the second hand on."""

    async def seat(self, *players: str, stack: int = 500) -> None:
        await self.open()
        for player in players:
            assert not (await self.ask(player, SitDown(stack))).code
        await self.settle()
        while len(self.hand.players) < len(players):
            await self.next_hand()

    @property
    def hand(self) -> Hand:
        hand = self.hosted.table.hand
        assert hand is not None, "no hand is in progress"
        return hand

    @property
    def turn(self) -> Turn:
        assert isinstance(self.hand.phase, Betting), "no betting is in progress"
        assert self.hand.phase.turn is not None
        return self.hand.phase.turn

    @property
    def to_act(self) -> str:
        return self.hand.players[self.turn.at].player

    def in_hand(self, player: str) -> HandPlayer:
        return next(one for one in self.hand.players if one.player == player)

    def seat_of(self, player: str) -> Seat:
        found = seat_of(self.hosted.table, player)
        assert found is not None, f"{player} has no seat"
        return found

    def follower(self, places: int = 1) -> str:
        """Who sits so many places left of the player to act, in the hand's order."""
        players = self.hand.players
        return players[(self.turn.at + places) % len(players)].player

    async def acts(self, kind: str = "", to: int = 0) -> None:
        """The player to act does it: checks or calls where nothing is said."""
        number, turn = self.hand.hand, self.turn
        command: TableCommand = Check(number, turn.turn)
        if kind == "fold":
            command = Fold(number, turn.turn)
        elif to:
            betting = self.hand.phase
            assert isinstance(betting, Betting)
            bets = Bet if not betting.current_bet else RaiseTo
            command = bets(number, turn.turn, to)
        elif turn.call_amount:
            command = Call(number, turn.turn)
        reply = await self.ask(self.to_act, command)
        assert not reply.code, reply

    async def next_hand(self) -> None:
        """All fold until another hand is dealt."""
        number = self.hand.hand
        for _ in range(50):
            if self.hosted.table.hand_number != number:
                return
            if isinstance(self.hand.phase, Betting):
                await self.acts("fold")
            await self.settle()
        raise AssertionError("no other hand was dealt")

    async def passes(self, ms: int) -> None:
        """Time goes on, and the table does what is due."""
        self.clock.ms += ms
        await self.settle()

    def events_since(self, commits: int) -> list[TableEvent]:
        """Everything recorded after the first `commits` commits."""
        return [event for commit in self.log.commits[commits:] for event in codec.decode_all(commit)]


async def seated_table(
    *players: str, config: TableConfig = SMALL, stack: int = 500, seed: int = 1
) -> SeatedTable:
    """These players are seated, and a hand with all of them has just been dealt."""
    table = SeatedTable(config, seed)
    await table.seat(*players, stack=stack)
    return table
