"""A wish carried to the table, and the words that answer it."""

import asyncio
from typing import Literal, Protocol, assert_never

from console.table_screen.answer import NoAnswer, answer
from console.table_screen.asked import HELP, waiting
from console.table_screen.insuring import own_offers, wanted
from console.table_screen.refused_words import in_words
from console.table_screen.settling import StandsBy, fulfil_standing
from console.table_screen.standing import (
    AutoTopUp,
    Emoji,
    Misworded,
    MoveSeat,
    Mute,
    Prefer,
    RestAtBigBlind,
    Throw,
)
from console.table_screen.wishes import (
    Chat,
    ComeBack,
    Decide,
    Explain,
    Insure,
    Leave,
    LookAt,
    Misread,
    Order,
    Say,
    SetBefore,
    Show,
    SitOut,
    TakeTime,
    TopUp,
    Wish,
)
from riverrun.client import NotYourTurn, Refused, Unanswered
from riverrun.contracts.client_messages import Move
from riverrun.contracts.table_events import InsuredStreet, PresetMove
from riverrun.contracts.views import HandView, SeatView, TableView, TurnView
from riverrun.kernel.chips import Chips

LEAVE_TRIES = 20
LEAVE_AGAIN_S = 0.5
NOT_ASKED = "It is not your turn."


class Owns(Protocol):
    """What the table's owner may do there."""

    async def pause(self) -> None: ...

    async def go_on(self) -> None: ...

    async def close_table(self) -> None: ...

    async def call_bomb_pot(self) -> None: ...

    async def refill_time_banks(self) -> None: ...


class OwnSeat(StandsBy, Protocol):
    """What a person does at a table; `WatchedTable` can."""

    @property
    def owner(self) -> Owns: ...

    @property
    def view(self) -> TableView: ...

    @property
    def hand(self) -> HandView | None: ...

    @property
    def seat(self) -> SeatView | None: ...

    @property
    def my_turn(self) -> TurnView | None: ...

    async def stand_up(self) -> None: ...

    async def come_back(self, *, post: bool = True) -> None: ...

    async def top_up(self, amount: Chips) -> None: ...

    async def act(self, do: Move, to: Chips | None = None) -> None: ...

    async def preset(self, move: PresetMove | Literal["none"]) -> None: ...

    async def say(self, text: str) -> None: ...

    async def use_time_bank(self) -> None: ...

    async def straddle(self, hand: int, agree: bool) -> None: ...

    async def run_it(self, hand: int, agree: bool) -> None: ...

    async def buy_insurance(
        self, hand: int, street: InsuredStreet, pot: int, coverage: Chips, left_out: str = ""
    ) -> None: ...

    async def refuse_insurance(self, hand: int, street: InsuredStreet, pot: int | None = None) -> None: ...

    async def show(self, hand: int, which: int | None = None) -> None: ...

    async def hunt_rabbit(self, hand: int) -> None: ...

    async def squeeze(self, hand: int) -> None: ...


class NoSeat(Exception):
    """There is no seat to leave."""


async def fulfil(wish: Wish, table: OwnSeat) -> tuple[str, ...]:
    """Do it; say what the table's own story does not tell, or why it cannot be. Raises `NoSeat`."""
    try:
        return await _fulfil(wish, table)
    except NoAnswer as no:
        return (str(no),)
    except NotYourTurn:
        return (NOT_ASKED,)
    except Refused as refused:
        return (in_words(refused),)
    except Unanswered:
        return ("No answer came: it may or may not have counted.",)


async def _fulfil(wish: Wish, table: OwnSeat) -> tuple[str, ...]:
    match wish:
        case Decide() | Show() | LookAt() | SetBefore() | TakeTime() | Say() | Insure():
            await _play(wish, table)
        case Chat(text=words):
            await table.say(words)
        case Order(order=order):
            await _order(order, table.owner)
        case TopUp(amount=amount):
            await table.top_up(_room(table) if amount is None else amount)
        case SitOut():
            await table.sit_out()
        case ComeBack():
            await table.come_back()
        case Leave():
            await _leave(table)
            if table.seat is not None:
                return ("You leave as soon as the hand is over; Ctrl-C goes at once.",)
        case (
            MoveSeat() | AutoTopUp() | RestAtBigBlind() | Prefer() | Emoji() | Throw() | Mute() | Misworded()
        ):
            return await fulfil_standing(wish, table)
        case Explain():
            return HELP
        case Misread(why=why):
            return (why,)
        case _:
            assert_never(wish)
    return ()


async def _play(wish: Decide | Show | LookAt | SetBefore | TakeTime | Say | Insure, table: OwnSeat) -> None:
    match wish:
        case Decide():
            await _decide(wish, table)
        case Show(which=which):
            await table.show(table.view.hand_number, which)
        case LookAt(cards="rabbit"):
            await table.hunt_rabbit(table.view.hand_number)
        case LookAt():
            await table.squeeze(table.view.hand_number)
        case SetBefore(move=move):
            await table.preset(move)
        case TakeTime():
            await table.use_time_bank()
        case Say(yes=yes):
            await _say(table, yes)
        case Insure():
            await _insure(wish, table)
        case _:
            assert_never(wish)


async def _order(order: Literal["pause", "go_on", "close", "bomb_pot", "refill"], owner: Owns) -> None:
    match order:
        case "pause":
            await owner.pause()
        case "go_on":
            await owner.go_on()
        case "close":
            await owner.close_table()
        case "bomb_pot":
            await owner.call_bomb_pot()
        case "refill":
            await owner.refill_time_banks()


async def _decide(wish: Decide, table: OwnSeat) -> None:
    turn, hand, seat = table.my_turn, table.hand, table.seat
    if turn is None or hand is None or seat is None:
        raise NoAnswer(f"{NOT_ASKED} {waiting(table.view)}".rstrip())
    chosen = answer(wish, hand, turn, seat.stack)
    await table.act(chosen.do, chosen.to)


async def _say(table: OwnSeat, yes: bool) -> None:
    hand = table.hand
    if hand is None or hand.question is None:
        raise NoAnswer("You are asked nothing.")
    if hand.question.kind == "cut":
        raise NoAnswer("Your client cuts the deck by itself.")
    if hand.question.kind == "insurance":
        offers = own_offers(table.view)
        if yes or not offers:
            raise NoAnswer("Say how much: buy full, buy even, buy profit, buy AMOUNT; n takes none.")
        await table.refuse_insurance(hand.hand, offers[0].street, offers[0].pot)
    elif hand.question.kind == "straddle":
        await table.straddle(hand.hand, yes)
    else:
        await table.run_it(hand.hand, yes)


async def _insure(wish: Insure, table: OwnSeat) -> None:
    offer, coverage = wanted(wish, table.view)
    hand = table.hand
    assert hand is not None, "an offer is made in a hand"
    await table.buy_insurance(hand.hand, offer.street, offer.pot, coverage, wish.left_out)


def _room(table: OwnSeat) -> Chips:
    seat = table.seat
    if seat is None:
        raise NoAnswer(waiting(table.view))
    room = int(table.view.config["max_buy_in"]) - seat.stack - seat.contribution
    if room <= 0:
        raise NoAnswer("You have as many chips as the table allows.")
    return room


async def _leave(table: OwnSeat) -> None:
    """Chips on their way to the seat are waited for: the table lets nobody go before."""
    for _ in range(LEAVE_TRIES):
        try:
            return await table.stand_up()
        except Refused as refused:
            if refused.code == "not_seated":
                raise NoSeat from refused
            if refused.code != "buy_in_pending":
                raise
        await asyncio.sleep(LEAVE_AGAIN_S)
    return await table.stand_up()
