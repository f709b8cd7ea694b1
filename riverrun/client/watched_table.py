"""A table that a player watches and may sit at: its view, and all that can be done there."""

from types import TracebackType
from typing import Literal, Protocol, Self

import msgspec

from riverrun.client.clock import ServerClock
from riverrun.client.cutting import Cutting
from riverrun.client.ownership import Ownership
from riverrun.client.sight import Sight
from riverrun.contracts.client_messages import (
    ActMessage,
    AutoTopUpMessage,
    BuyInsuranceMessage,
    ComeBackMessage,
    CommandMessage,
    JoinWaitingListMessage,
    LeaveWaitingListMessage,
    Move,
    MoveSeatMessage,
    PreferRunItMessage,
    PreferStraddleMessage,
    PresetMessage,
    RabbitMessage,
    RefuseInsuranceMessage,
    RunItMessage,
    SayMessage,
    ShowMessage,
    SitDownMessage,
    SitOutMessage,
    SqueezeMessage,
    StandUpMessage,
    StraddleMessage,
    TopUpMessage,
    UseTimeBankMessage,
)
from riverrun.contracts.server_messages import EventsMessage, SnapshotMessage
from riverrun.contracts.table_events import InsuredStreet, PresetMove, RunItPreference, StraddlePreference
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId, SeatNo, TableId


class NotYourTurn(Exception):
    """The view says that it is not this player's turn."""


class Asks(Protocol):
    """What a table needs of its player's session."""

    clock: ServerClock

    def next_id(self) -> str: ...

    async def ask(self, message: CommandMessage) -> msgspec.Raw: ...

    async def unwatch(self, table: TableId) -> None: ...


class WatchedTable(Sight):
    """Everything that is done raises `Refused` with the table's code, or `Unanswered`."""

    def __init__(self, table: TableId, session: Asks) -> None:
        super().__init__(table, session.clock)
        self._session = session
        self.owner = Ownership(table, session.next_id, session.ask)
        self.cutting = Cutting(table, session.next_id, session.ask)

    async def sit_down(self, buy_in: Chips, seat: SeatNo | None = None, *, post: bool = True) -> SeatNo:
        """Take a seat, any free one where None, and say which. `post`: rather than wait (R3.7)."""
        message = SitDownMessage(id=self._id(), table=self.table, buy_in=buy_in, seat=seat, post=post)
        return msgspec.json.decode(await self._session.ask(message), type=_Seated).seat

    async def stand_up(self) -> None:
        """Leave the seat; in a hand, after it."""
        await self._session.ask(StandUpMessage(id=self._id(), table=self.table))

    async def sit_out(self, *, at_big_blind: bool = False) -> None:
        """Be dealt no more hands, after the one in progress or from the big blind on."""
        message = SitOutMessage(id=self._id(), table=self.table, at_big_blind=at_big_blind)
        await self._session.ask(message)

    async def auto_top_up(self, below: Chips, to: Chips = 0) -> None:
        """After a hand, top a stack below `below` up to `to`, 0 the table's maximum; below 0: no more."""
        await self._session.ask(AutoTopUpMessage(id=self._id(), table=self.table, below=below, to=to))

    async def come_back(self, *, post: bool = True) -> None:
        """Be dealt in again."""
        await self._session.ask(ComeBackMessage(id=self._id(), table=self.table, post=post))

    async def top_up(self, amount: Chips) -> None:
        """Add chips, up to the table's maximum; in a hand, after it."""
        await self._session.ask(TopUpMessage(id=self._id(), table=self.table, amount=amount))

    async def fold(self) -> None:
        """Give the hand up."""
        await self.act("fold")

    async def check(self) -> None:
        """Add nothing."""
        await self.act("check")

    async def call(self) -> None:
        """Match the bet, or go all-in for less."""
        await self.act("call")

    async def bet(self, to: Chips) -> None:
        """Bet first on this street, to a total."""
        await self.act("bet", to)

    async def raise_to(self, to: Chips) -> None:
        """Raise to a total."""
        await self.act("raise", to)

    async def all_in(self) -> None:
        """Push everything."""
        await self.act("all_in")

    async def act(self, do: Move, to: Chips | None = None) -> None:
        """Answer the turn that the view shows. Raises `NotYourTurn` where it shows none."""
        turn, hand = self.my_turn, self.hand
        if turn is None or hand is None:
            raise NotYourTurn(self.table)
        message = ActMessage(id=self._id(), table=self.table, hand=hand.hand, turn=turn.turn, do=do, to=to)
        # The answer often comes before the events it caused: until then the view still shows the turn.
        self._answered = hand.hand, turn.turn
        try:
            await self._session.ask(message)
        except BaseException:
            self._answered = (0, 0)
            raise

    async def preset(self, move: PresetMove | Literal["none"]) -> None:
        """Decide before the turn comes, for the street and the price that the view shows; `none`: not."""
        hand, seat = self.hand, self.seat
        if hand is None or seat is None:
            raise NotYourTurn(self.table)
        price = min(max(0, hand.current_bet - seat.bet), seat.stack)
        await self._session.ask(
            PresetMessage(
                id=self._id(),
                table=self.table,
                hand=hand.hand,
                street=hand.street,
                move=move,
                call_amount=price,
            )
        )

    async def say(self, text: str) -> None:
        """Words to everybody at the table."""
        await self._session.ask(SayMessage(id=self._id(), table=self.table, kind="chat", text=text))

    async def show_emoji(self, emoji: str) -> None:
        """One of `EMOJI`."""
        await self._session.ask(SayMessage(id=self._id(), table=self.table, kind="emoji", text=emoji))

    async def throw(self, thing: str, at: SeatNo) -> None:
        """One of `THROWABLES`, at whoever sits there."""
        message = SayMessage(id=self._id(), table=self.table, kind="throw", text=thing, to=at)
        await self._session.ask(message)

    def mute(self, player: PlayerId, *, muted: bool = True) -> None:
        """Hear no more of what that player says, for as long as this table is watched; or hear it again."""
        if muted:
            self.muted.add(player)
        else:
            self.muted.discard(player)

    async def use_time_bank(self) -> None:
        """Start the time bank for the turn that the view shows. Raises `NotYourTurn` where it shows none."""
        turn, hand = self.my_turn, self.hand
        if turn is None or hand is None:
            raise NotYourTurn(self.table)
        message = UseTimeBankMessage(id=self._id(), table=self.table, hand=hand.hand, turn=turn.turn)
        await self._session.ask(message)

    async def show(self, hand: int, which: int | None = None) -> None:
        """Show both cards of that hand, or one (0 or 1), in the moment after it."""
        await self._session.ask(ShowMessage(id=self._id(), table=self.table, hand=hand, which=which))

    async def join_waiting_list(self) -> None:
        """Stand in line for a seat; one that is offered is taken by sitting down."""
        await self._session.ask(JoinWaitingListMessage(id=self._id(), table=self.table))

    async def leave_waiting_list(self) -> None:
        """Stand in line no more; refuse a seat that is offered."""
        await self._session.ask(LeaveWaitingListMessage(id=self._id(), table=self.table))

    async def move_seat(self, seat: SeatNo | None, *, post: bool = False) -> None:
        """Sit in another, free seat, in a hand after it; None takes that back."""
        message = MoveSeatMessage(id=self._id(), table=self.table, seat=seat, post=post)
        await self._session.ask(message)

    async def prefer_straddle(self, preference: StraddlePreference) -> None:
        """What to do when a straddle is the player's to post: ask, always or never."""
        message = PreferStraddleMessage(id=self._id(), table=self.table, preference=preference)
        await self._session.ask(message)

    async def straddle(self, hand: int, agree: bool) -> None:
        """Post the straddle that was asked about, or none."""
        await self._session.ask(StraddleMessage(id=self._id(), table=self.table, hand=hand, agree=agree))

    async def prefer_run_it(self, preference: RunItPreference) -> None:
        """What to do when an all-in could be run more than once: ask, always or never."""
        await self._session.ask(PreferRunItMessage(id=self._id(), table=self.table, preference=preference))

    async def run_it(self, hand: int, agree: bool) -> None:
        """Answer the question whether to run the board more than once."""
        await self._session.ask(RunItMessage(id=self._id(), table=self.table, hand=hand, agree=agree))

    async def buy_insurance(
        self, hand: int, street: InsuredStreet, pot: int, coverage: Chips, left_out: str = ""
    ) -> None:
        """Take the offer on a pot for so much of it; `left_out` are outs not to cover, such as `KhKd`."""
        message = BuyInsuranceMessage(
            id=self._id(),
            table=self.table,
            hand=hand,
            street=street,
            pot=pot,
            coverage=coverage,
            left_out=left_out,
        )
        await self._session.ask(message)

    async def refuse_insurance(self, hand: int, street: InsuredStreet, pot: int | None = None) -> None:
        """Take no cover on this street for a pot, or for any where None."""
        message = RefuseInsuranceMessage(id=self._id(), table=self.table, hand=hand, street=street, pot=pot)
        await self._session.ask(message)

    async def squeeze(self, hand: int) -> None:
        """Open the last card of an all-in's run-out before its time."""
        await self._session.ask(SqueezeMessage(id=self._id(), table=self.table, hand=hand))

    async def hunt_rabbit(self, hand: int) -> None:
        """See the cards that would have come, in the moment after everyone folded."""
        await self._session.ask(RabbitMessage(id=self._id(), table=self.table, hand=hand))

    def hear_snapshot(self, message: SnapshotMessage) -> None:
        """Begin anew from here."""
        super().hear_snapshot(message)
        self.cutting.look(self.view)

    def hear_events(self, message: EventsMessage) -> bool:
        """The next version of the feed. False: it is not the next one, and something is missing."""
        before = self.version
        fits = super().hear_events(message)
        if fits and self.version != before:
            self.cutting.look(self.view, tuple(message.events))
        return fits

    def hear_moved(self, to: TableId) -> None:
        """The table goes on under that id; a snapshot tells the rest."""
        super().hear_moved(to)
        self.owner.moved(to)
        self.cutting.moved(to)

    def end(self, error: Exception | None = None) -> None:
        """It is watched no more: closed, or impossible for the reason given."""
        self.cutting.end()
        super().end(error)

    async def close(self) -> None:
        """Watch it no more; a seat taken stays taken."""
        self.end()
        await self._session.unwatch(self.table)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def _id(self) -> str:
        return self._session.next_id()


class _Seated(msgspec.Struct, frozen=True):
    """What `sit_down` gives."""

    seat: SeatNo
