"""Watches a table event by event: chips, versions, replay, somebody to act, and whose big blind it is."""

from dataclasses import dataclass, field
from itertools import pairwise

import msgspec

from riverrun.contracts.table_events import HandStarted, OptionsChanged, PlayStopped, TableOpened
from riverrun.holdem.evolve import evolve
from riverrun.holdem.state import Betting, Table, chips_due, chips_on
from riverrun.kernel.identifiers import PlayerId, SeatNo
from services.table.codec import codec
from services.table.decide.next_step import next_step
from services.table.host import agenda
from services.table.host.record import Record, advanced
from tests.support.live_table import LiveTable

A_DAY_MS = 86_400_000


@dataclass(frozen=True)
class Dealt:
    """Whose big blind a hand had, and who was dealt in at which seat. `cut`: play or options began anew."""

    hand: int
    big: SeatNo
    seats: dict[PlayerId, SeatNo]
    dead_button: bool
    cut: bool

    @property
    def big_player(self) -> PlayerId:
        return next((player for player, seat in self.seats.items() if seat == self.big), "")


@dataclass
class Witness:
    """Told after every commit of a `LiveTable`; each promise is an assertion."""

    live: LiveTable
    events: int = 0
    hands: list[Dealt] = field(default_factory=list)
    _record: Record | None = None
    _read: int = 0
    _cut: bool = True

    def look(self) -> None:
        """Read what was committed since, event by event, and compare with the live table."""
        for commit in self.live.log.commits[self._read :]:
            events = codec.decode_all(commit)
            version = 0 if self._read == 0 else self.live.log.commits[self._read - 1].last_version
            assert commit.first_version == version + 1, "versions run on"
            table = None if self._record is None else self._record.table
            for event in events:
                table = evolve(table, event)
                self.events += 1
                self._sound(table)
                self._note(event, table)
            assert table is not None, "a commit without events"
            self._record = advanced(self._record, table, commit, events)
            self._read += 1
        live = self.live.hosted.record
        assert self._record is not None, "nothing happened yet"
        if msgspec.msgpack.encode(self._record) != msgspec.msgpack.encode(live):
            raise AssertionError(f"replayed {self._record}, live {live}")

    def _sound(self, table: Table) -> None:
        """Holds after every event, within a commit too."""
        assert chips_on(table) == chips_due(table), f"{chips_on(table)} chips, {chips_due(table)} due"
        assert all(seat.stack >= 0 for seat in table.seats)
        seats = [seat.seat for seat in table.seats]
        assert len(set(seats)) == len(seats), "two in one seat"
        players = [seat.player for seat in table.seats]
        assert len(set(players)) == len(players), "one in two seats"
        if table.hand is not None:
            assert all(player.stack >= 0 for player in table.hand.players)

    def somebody_is_to_act(self) -> None:
        """After all that was owed is done: a clock runs, or there is a reason to stand still."""
        table = self.live.hosted.table
        due, now_ms = agenda.next_due(self.live.hosted.record), self.live.hosted.now_ms()
        assert due is None or due.at_ms > now_ms, f"{due} is owed and not done"
        if table.suspended or table.closed:
            return
        if table.hand is not None:
            owed = next_step(table)
            assert owed is not None, "a hand that nobody carries on"
            assert due is not None
            assert due.at_ms < now_ms + A_DAY_MS, "a hand that waits for ever"
            if isinstance(table.hand.phase, Betting):
                turn = table.hand.phase.turn
                assert turn is not None, "nobody is asked"
                asked = table.hand.players[turn.at]
                assert asked.stack, "nobody without chips is asked"
                assert not asked.folded, "nobody who folded is asked"
        elif not (table.paused or table.draining or table.closing):
            able = [seat.seat for seat in table.seats if seat.standing == "active" and seat.stack]
            assert len(able) < 2, f"seats {able} could play, and no hand begins"

    # -- the blinds

    def _note(self, event: object, table: Table) -> None:
        match event:
            case TableOpened() | OptionsChanged() | PlayStopped():
                self._cut = True
            case HandStarted(big_blind=big) if big is not None:
                seats = {one.player: one.seat for one in event.players}
                dead = table.config.button == "dead"
                self.hands.append(Dealt(event.hand, big, seats, dead, self._cut))
                self._cut = False
                self._nobody_twice_in_a_row()
                self._once_around()
            case _:
                pass

    def _run(self) -> list[Dealt]:
        """The hands since play last began anew."""
        start = max(at for at, hand in enumerate(self.hands) if hand.cut)
        return self.hands[start:]

    def _nobody_twice_in_a_row(self) -> None:
        for before, after in pairwise(self._run()[-2:]):
            # Who moves into the way of the big blind takes it again: his own doing.
            moved = before.seats.get(after.big_player) != after.big
            assert moved or before.big_player != after.big_player, f"the big blind again: {before}, {after}"

    def _once_around(self) -> None:
        """Between two big blinds of one player every other who was dealt every hand has exactly one."""
        run = self._run()
        last = run[-1]
        if not last.dead_button or not last.big_player:
            return
        earlier = [at for at, hand in enumerate(run[:-1]) if hand.big_player == last.big_player]
        if not earlier:
            return
        round_ = run[earlier[-1] :]
        first = round_[0]
        for player, seat in first.seats.items():
            if all(hand.seats.get(player) == seat for hand in round_) and self._stayed(last, round_):
                times = [hand.big_player for hand in round_].count(player)
                expected = 2 if player == last.big_player else 1
                assert times == expected, f"{player} had {times} big blinds in {round_}"

    def _stayed(self, last: Dealt, round_: list[Dealt]) -> bool:
        """Whether he whose round it is was there all the time, in one seat."""
        return all(hand.seats.get(last.big_player) == last.big for hand in round_)
