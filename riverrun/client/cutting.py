"""The player's part in the cut of a table's decks, taken by his client (R11.4; docs/fairness.md)."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable

from riverrun.client.refusal import Refused, Unanswered
from riverrun.contracts.client_messages import CommitCutMessage, CutMessage, TellCutMessage
from riverrun.contracts.views import CutterView, EventView, SeatView, TableView
from riverrun.kernel.cut import NONCE_SIZE, cut_commitment, cut_places
from riverrun.kernel.identifiers import TableId

KEPT_HANDS = 64


class Cutting:
    """Commits to a nonce a hand ahead, and tells it only when the deck's commitment and all others' stand."""

    def __init__(
        self, table: TableId, next_id: Callable[[], str], ask: Callable[[CutMessage], Awaitable[object]]
    ) -> None:
        self.doubts: dict[int, str] = {}
        """By hand: what was wrong with a cut, in words; nothing where all is well."""
        self._table = table
        self._next_id = next_id
        self._ask = ask
        self._nonces: dict[int, bytes] = {}
        self._told: dict[int, tuple[str, tuple[CutterView, ...]]] = {}
        self._sending: set[asyncio.Task[None]] = set()

    def nonce(self, hand: int) -> str:
        """What this client told for a hand, in hexadecimal; empty where it had no part."""
        return self._nonces[hand].hex() if hand in self._told else ""

    def moved(self, to: TableId) -> None:
        """The table goes on under that id: what was committed to for its next hand is so no more."""
        self._table = to
        self._nonces = {hand: nonce for hand, nonce in self._nonces.items() if hand in self._told}

    def look(self, view: TableView, events: tuple[EventView, ...] = ()) -> None:
        """The table is now like this, after these events."""
        for event in events:
            if event["type"] == "hand.deck_cut":
                self._check(view, event)
        if view.you is None:
            return
        self._tell(view)
        if view.config.get("players_cut"):
            self._commit(view)

    def end(self) -> None:
        """Send nothing any more."""
        for task in self._sending:
            task.cancel()

    def _commit(self, view: TableView) -> None:
        hand, seat = view.hand_number + 1, _own_seat(view)
        if hand in self._nonces or seat is None or seat.standing == "sitting_out":
            return
        self._nonces[hand] = nonce = secrets.token_bytes(NONCE_SIZE)
        self._nonces.pop(hand - KEPT_HANDS, None)
        commitment = cut_commitment(self._table, hand, seat.player, nonce).hex()
        self._send(CommitCutMessage(id=self._next_id(), table=self._table, hand=hand, commitment=commitment))

    def _tell(self, view: TableView) -> None:
        hand, seat = view.hand, _own_seat(view)
        if hand is None or seat is None or hand.phase != "cutting" or hand.hand in self._told:
            return
        nonce = self._nonces.get(hand.hand)
        own = next((one.commitment for one in hand.cutters if one.seat == seat.seat), "")
        if nonce is None or own != cut_commitment(self._table, hand.hand, seat.player, nonce).hex():
            # Another of the player's clients committed; that one answers.
            return
        self._told[hand.hand] = hand.commitment, hand.cutters
        self._told.pop(hand.hand - KEPT_HANDS, None)
        message = TellCutMessage(id=self._next_id(), table=self._table, hand=hand.hand, nonce=nonce.hex())
        self._send(message)

    def _check(self, view: TableView, event: EventView) -> None:
        """The nonce told must be in the cut, no one's that was not committed to, and the places be theirs."""
        hand = view.hand
        if hand is None or hand.hand not in self._told:
            return
        root, before = self._told[hand.hand]
        told = {one["seat"]: one["nonce"] for one in event["cutters"] if one["nonce"]}
        if self._nonces[hand.hand].hex() not in told.values():
            self.doubts[hand.hand] = "your part in the cut was left out"
        elif [(one.seat, one.commitment) for one in before] != [
            (one["seat"], one["commitment"]) for one in event["cutters"]
        ]:
            self.doubts[hand.hand] = "others cut the deck than had committed to it"
        else:
            nonces = [(seat, bytes.fromhex(nonce)) for seat, nonce in told.items()]
            places = cut_places(self._table, hand.hand, bytes.fromhex(root), nonces)
            if list(places) != event["places"]:
                self.doubts[hand.hand] = "the deck was not cut as the nonces say"

    def _send(self, message: CutMessage) -> None:
        task = asyncio.create_task(self._answered(message), name=f"cut of {self._table}")
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def _answered(self, message: CutMessage) -> None:
        try:
            await self._ask(message)
        except (Refused, Unanswered):
            # It came too late, or the table lets this player wait: then he has no part in this cut, as the
            # cut itself will say.
            return


def _own_seat(view: TableView) -> SeatView | None:
    return next((one for one in view.seats if view.you is not None and one.seat == view.you.seat), None)
