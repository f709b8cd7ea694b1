"""Counting a table's chips after every event: what came in is there or has left by a known way (R11.5).

The ways out: cashed out, raked (fees count as rake), gained by the club's insurance, which may also pay in.
What a table has when it rolls goes out of the one id and into the next.
"""

from collections.abc import Iterator
from typing import Any

import msgspec

from riverrun.contracts.table_events import (
    TOPICS,
    BettingClosed,
    BuyInConfirmed,
    BuyInRefused,
    BuyInReserved,
    HandEnded,
    HandStarted,
    HandVoided,
    PlayerBet,
    PlayerCalled,
    PlayerRaised,
    PlayerStoodUp,
    PotAwarded,
    RabbitHunted,
    RakeTaken,
    TableCarriedOn,
    TableEvent,
    TableRolled,
)
from riverrun.holdem.audit_covers import Broken, CoverAudit
from riverrun.holdem.evolve import evolve
from riverrun.holdem.evolve_rolling import carried_of
from riverrun.holdem.state import Hand, Table, Transfer, chips_on, player_at, pot_of, seat_at
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import TransferId

_NAMES = {event: name for name, event in TOPICS.items()}

_DOES_NOT_FIT = (AssertionError, LookupError, StopIteration, TypeError, ValueError)
"""What `evolve` raises on an event that cannot follow the ones before it."""


class Finding(msgspec.Struct, frozen=True):
    """The first event at which the books do not close, and what the check expected and got."""

    version: int
    event: str
    check: str
    expected: str
    got: str


class Totals(msgspec.Struct, frozen=True):
    """A table's books: what came in, where it is, and how much was looked at."""

    hands: int
    events: int
    in_play: Chips
    bought: Chips
    cashed_out: Chips
    raked: Chips
    insured: Chips = 0
    carried_in: Chips = 0
    carried_out: Chips = 0


class ChipAudit:
    """Follows a table from its first event, counts what crosses the edge itself, and believes no total."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self.carried_on: TableCarriedOn | None = None
        self.version = 0
        self._hands = 0
        self._hands_before = 0
        self._bought: Chips = 0
        self._cashed_out: Chips = 0
        self._raked: Chips = 0
        self._carried_in: Chips = 0
        self._carried_out: Chips = 0
        self._paid: dict[int, Chips] = {}
        self._rake_parts: dict[int, Chips] = {}
        self._rakes: dict[int, Chips] = {}
        self._open: dict[TransferId, Transfer] = {}
        self._transfers: set[TransferId] = set()
        self._covers = CoverAudit()

    @property
    def transfers(self) -> frozenset[TransferId]:
        """Every transfer of the table so far, open or settled."""
        return frozenset(self._transfers)

    @property
    def totals(self) -> Totals:
        """The books so far."""
        in_play = chips_on(self.table) if self.table is not None else 0
        left = (self._cashed_out, self._raked, self._covers.to_club, self._carried_in, self._carried_out)
        hands = self._hands - self._hands_before
        return Totals(hands, self.version, in_play, self._bought, *left)

    def follow(self, version: int, event: TableEvent) -> Finding | None:
        """Take the table's next event; the finding, if the books do not close on it. It is then over."""
        try:
            broken = next(self._checks(version, event), None)
        except _DOES_NOT_FIT as error:
            broken = (
                "the event fits the table as it stands",
                "to follow",
                str(error) or type(error).__name__,
            )
        if broken is None:
            return None
        check, expected, got = broken
        return Finding(version, _NAMES[type(event)], check, str(expected), str(got))

    def _checks(self, version: int, event: TableEvent) -> Iterator[Broken]:
        if version != self.version + 1:
            yield "versions run without gaps", self.version + 1, version
        amount = getattr(event, "amount", 0)
        if amount < 0:
            yield "an event moves no negative amount", "0 or more", amount
        yield from self._transfer(event)
        yield from self._carry(event)
        if self.table is not None and self.table.hand is not None:
            yield from self._pots(self.table.hand, event)
        yield from self._covers.follow(event)
        self.table = evolve(self.table, event)
        self.version = version
        if type(event) is HandStarted:
            yield from self._start_hand(self.table, event)
        yield from self._conserved(self.table)
        yield from _negative(self.table)

    def _conserved(self, table: Table) -> Iterator[Broken]:
        insured = self._covers.to_club
        came_in = self._bought + self._carried_in
        expected = came_in - self._cashed_out - self._raked - insured - self._carried_out
        if chips_on(table) != expected:
            yield (
                "chips on the table are bought - cashed out - raked - insured, and what was carried",
                expected,
                chips_on(table),
            )
        kept = table.raked + table.fees
        counted = (self._bought, self._cashed_out, self._raked, insured)
        if (table.bought, table.cashed_out, kept, table.insured) != counted:
            yield (
                "the table's own totals (bought, cashed out, raked, insured) are those of its events",
                counted,
                (table.bought, table.cashed_out, kept, table.insured),
            )

    # -- over the table's edge

    def _transfer(self, event: TableEvent) -> Iterator[Broken]:
        match event:
            case BuyInReserved():
                yield from self._new_transfer(event.transfer)
                self._open[event.transfer] = Transfer(event.transfer, event.seat, event.player, event.amount)
            case BuyInConfirmed():
                reserved = self._open.pop(event.transfer, None)
                asked = None if reserved is None else (reserved.seat, reserved.amount)
                if asked != (event.seat, event.amount):
                    yield "a buy-in brings what its seat reserved", asked, (event.seat, event.amount)
                self._bought += event.amount
            case BuyInRefused():
                if self._open.pop(event.transfer, None) is None:
                    yield "a refused buy-in was reserved", "an open transfer", event.transfer
            case PlayerStoodUp():
                yield from self._new_transfer(event.transfer)
                seat = seat_at(self.table, event.seat) if self.table is not None else None
                stack = None if seat is None else seat.stack
                if stack != event.amount:
                    yield "who stands up takes the whole stack", stack, event.amount
                self._cashed_out += event.amount
            case RakeTaken():
                self._raked += event.amount
            case RabbitHunted():
                self._raked += event.fee
            case _:
                pass

    def _carry(self, event: TableEvent) -> Iterator[Broken]:
        if type(event) is TableCarriedOn:
            if self.version != 1:
                yield "a table is carried on right after it was opened", 1, self.version
            self.carried_on = event
            self._carried_in += event.carried.chips
            self._hands = self._hands_before = event.carried.hand_number
        elif type(event) is TableRolled:
            table = self.table
            if table is None or table.hand is not None or table.transfers:
                yield "a table rolls between hands, with no chips under way", "neither", "one of them"
            elif event.carried != carried_of(table):
                yield "all that a table keeps is carried on as it is", carried_of(table), event.carried
            self._carried_out += event.carried.chips

    def _new_transfer(self, transfer: TransferId) -> Iterator[Broken]:
        if transfer in self._transfers:
            yield "a transfer is made once", "a new transfer", transfer
        self._transfers.add(transfer)

    # -- within a hand

    def _start_hand(self, table: Table, event: HandStarted) -> Iterator[Broken]:
        if event.hand != self._hands + 1:
            yield "hands are numbered without gaps", self._hands + 1, event.hand
        self._hands = event.hand
        self._paid, self._rakes, self._rake_parts = {}, {}, {}
        for dealt in event.players:
            seat = seat_at(table, dealt.seat)
            if seat is None or seat.stack:
                left = "no seat" if seat is None else seat.stack
                yield f"seat {dealt.seat} plays with the whole stack", 0, left

    def _pots(self, hand: Hand, event: TableEvent) -> Iterator[Broken]:
        match event:
            case PlayerCalled() | PlayerBet() | PlayerRaised():
                player = player_at(hand, event.seat)
                if player is not None and player.bet + event.amount != event.to:
                    yield (
                        "what a player adds brings the bet to its total",
                        event.to,
                        player.bet + event.amount,
                    )
            case BettingClosed():
                built = sum(pot.amount for pot in event.pots)
                if built != pot_of(hand):
                    yield "the pots are what was bet", pot_of(hand), built
            case PotAwarded():
                self._rake_parts[event.pot] = self._rake_parts.get(event.pot, 0) + event.rake
                yield from self._pay(hand, event.pot, event.amount)
            case RakeTaken():
                self._rakes[event.pot] = self._rakes.get(event.pot, 0) + event.amount
                yield from self._pay(hand, event.pot, event.amount)
            case HandVoided():
                put_in = {player.seat: player.contribution + player.dead for player in hand.players}
                if dict(event.returned) != put_in:
                    yield "a void hand gives everyone back what was put in", put_in, dict(event.returned)
            case HandEnded():
                yield from self._end_hand(hand, event)
            case _:
                pass

    def _pay(self, hand: Hand, pot: int, amount: Chips) -> Iterator[Broken]:
        paid = self._paid[pot] = self._paid.get(pot, 0) + amount
        if paid > hand.pots[pot].amount:
            yield f"pot {pot} pays no more than it holds", hand.pots[pot].amount, paid

    def _end_hand(self, hand: Hand, event: HandEnded) -> Iterator[Broken]:
        pots = {number: pot.amount for number, pot in enumerate(hand.pots)}
        paid = {number: self._paid.get(number, 0) for number in pots}
        if paid != pots:
            yield "awards and rake are the pots", pots, paid
        rakes = {number: part for number, part in self._rake_parts.items() if part}
        if rakes != self._rakes:
            yield "winners' parts of the rake are the rake", self._rakes, rakes
        stacks = {player.seat: player.stack for player in hand.players}
        if dict(event.stacks) != stacks:
            yield "stacks at the end are the hand's", stacks, dict(event.stacks)


def _negative(table: Table) -> Iterator[Broken]:
    for seat in table.seats:
        if seat.stack < 0:
            yield f"seat {seat.seat} has no negative stack", "0 or more", seat.stack
    if table.hand is None:
        return
    for player in table.hand.players:
        if min(player.stack, player.bet, player.contribution, player.dead) < 0:
            yield f"seat {player.seat} has no negative stack or bet", "0 or more", _amounts(player)
    if pot_of(table.hand) < 0:
        yield "no pot is negative", "0 or more", pot_of(table.hand)


def _amounts(player: Any) -> dict[str, Chips]:
    return {name: getattr(player, name) for name in ("stack", "bet", "contribution", "dead")}
