"""A finished hand as a file for one player, read back from the log.

What he saw, with the proofs (R10.2, R11.4).
"""

from collections.abc import Sequence
from typing import Any

import structlog

from riverrun.contracts import refusals
from riverrun.contracts.table_events import BoardDealt, DeckCut, HandSealed, HandStarted
from riverrun.holdem.deal_order import street_position
from riverrun.holdem.hand_proof import hand_proof
from riverrun.holdem.state import Seat
from riverrun.kernel.commitment import Opening
from riverrun.kernel.identifiers import PlayerId, SeatNo, TableId
from riverrun.runtime.eventstore.codec import EventCodec
from riverrun.runtime.eventstore.commit_reader import CommitReader
from riverrun.runtime.sealing.key_ring import KeyRing
from services.table.sealing import open_from_history

log = structlog.get_logger(__name__)


class HandExport:
    """Reads finished hands. History keys open each player's own cards for him alone."""

    def __init__(self, reader: CommitReader, codec: EventCodec, history: KeyRing) -> None:
        self._reader = reader
        self._codec = codec
        self._history = history

    async def export(
        self, table: TableId, seats: tuple[Seat, ...], hand: int, player: PlayerId
    ) -> dict[str, Any]:
        """The hand for `player`.

        Raises `UnknownHand` for one that never was or is not over, and nats-py's errors.
        """
        events = await self._events_of(table, hand)
        started = next((event for event in events if type(event) is HandStarted), None)
        sealed = next((event for event in events if type(event) is HandSealed), None)
        if started is None or sealed is None:
            raise refusals.UnknownHand(hand=hand)
        streets = [event for event in events if type(event) is BoardDealt]
        names = {dealt.seat: dealt.player for dealt in started.players}
        names |= {seat.seat: seat.name for seat in seats if names.get(seat.seat) == seat.player}
        own = self._own(table, hand, sealed, player)
        cut = next((event for event in events if type(event) is DeckCut), None)
        return hand_proof(table, started, streets, sealed, names, _burned(started, streets), own, cut)

    def _own(
        self, table: TableId, hand: int, sealed: HandSealed, player: PlayerId
    ) -> tuple[SeatNo, tuple[Opening, ...]] | None:
        for box in sealed.private:
            if box.player == player:
                return box.seat, open_from_history(table, hand, box, self._history)
        return None

    async def _events_of(self, table: TableId, hand: int) -> list[Any]:
        first = await self._reader.first_of_hand(table, hand) if hand > 0 else None
        if first is None:
            return []
        events = list(self._codec.decode_all(first.commit))
        seq = first.seq
        while not any(type(event) is HandSealed for event in events):
            logged = await self._reader.next_from(table, seq + 1)
            if logged is None or logged.commit.hand != hand:
                break
            events.extend(self._codec.decode_all(logged.commit))
            seq = logged.seq
        return events


def _burned(started: HandStarted, streets: Sequence[BoardDealt]) -> bool:
    """Whether a card was put aside before each street: the hand tells, for options may have changed since."""
    unburned = street_position(len(started.players), (), burn_cards=False)
    return bool(streets) and streets[0].position != unburned
