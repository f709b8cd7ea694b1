"""How a hand ends: shown, paid, or voided; and what proves its deck."""

from typing import Literal

import msgspec

from riverrun.contracts.events.equities import Equity
from riverrun.contracts.events.event import EndedBy, Event
from riverrun.kernel.cards import Card, Cards
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId, SeatNo


class HandsTurnedUp(Event, frozen=True, array_like=True):
    """All live hands of an all-in are open before the run-out (R6.2), and what they are worth (R10.3).

    No `equities`: the evaluator was away. Boards that are still alike are told as the first.
    """

    hands: tuple[tuple[SeatNo, Cards], ...]
    equities: tuple[Equity, ...] = ()


class HandShown(Event, frozen=True, array_like=True):
    """A hand, or a part of it, is tabled.

    At showdown with its rank on each board, or by choice (`chosen`, R6.3).
    """

    seat: SeatNo
    cards: Cards
    ranks: tuple[int, ...] = ()
    chosen: bool = False


class HandMucked(Event, frozen=True, array_like=True):
    """A losing hand is thrown away unseen (R6.3)."""

    seat: SeatNo


class RakeTaken(Event, frozen=True, array_like=True):
    """The club's part of one pot, before the pot is paid; `paid_by` is each winner's part of it (R5.6)."""

    pot: int
    amount: Chips


class PotAwarded(Event, frozen=True, array_like=True):
    """A winner's part of one pot on one board (R5.3, R5.4). Pot 0 is the main pot; it is paid last."""

    pot: int
    seat: SeatNo
    amount: Chips
    board: int = 0
    rake: Chips = 0


class HandVoided(Event, frozen=True, array_like=True):
    """The hand cannot go on: what was put in goes back, and nothing more is shown (R2.8)."""

    returned: tuple[tuple[SeatNo, Chips], ...]
    reason: str = ""


class HandEnded(Event, frozen=True, array_like=True):
    """The hand is over and stacks are final. Hands may be shown by choice until `show_until_ms` (R6.3).

    `ranked_by` says who ranked the hands: the evaluator, or the table itself while the evaluator was away.
    """

    ended_by: EndedBy
    stacks: tuple[tuple[SeatNo, Chips], ...]
    ended_ms: int
    show_until_ms: int
    ranked_by: Literal["", "evaluator", "table"] = ""


class CardOpening(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A card with its place in the deck and the salt that proves it."""

    position: int
    card: Card
    salt: bytes


class SealedHoleCards(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A player's own cards with their salts, sealed under the history key `key_id`."""

    seat: SeatNo
    player: PlayerId
    box: bytes
    key_id: str


class HandSealed(Event, frozen=True, array_like=True):
    """The hand's last event.

    What proves the deck unchanged (R11.4), and what was dealt sealed anew for history (R1.6).
    """

    hand: int
    leaves: bytes
    public: tuple[CardOpening, ...]
    private: tuple[SealedHoleCards, ...]
