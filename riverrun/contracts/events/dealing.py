"""How a hand begins and how its cards come."""

import msgspec

from riverrun.contracts.events.event import BlindKind, Event, Street
from riverrun.kernel.cards import Cards
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId, SeatNo


class DealtIn(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """One player of a hand, with the stack at its start."""

    seat: SeatNo
    player: PlayerId
    stack: Chips


class HandStarted(Event, frozen=True, array_like=True):
    """A hand begins: places, players in order from the left of the button, the sealed deck (R11.4).

    `button` may be an empty seat; `small_blind` is null where nobody posts one (R3.4). `missed` and
    `missed_small` are seats that the big and the small blind passed while nobody there took them (R3.9).
    `deck_box` is the deck sealed under the live key `key_id`; `boards` are dealt side by side (R3.15).
    """

    hand: int
    button: SeatNo
    small_blind: SeatNo | None
    big_blind: SeatNo | None
    players: tuple[DealtIn, ...]
    commitment: bytes
    deck_box: bytes
    key_id: str
    small_blind_place: SeatNo | None = None
    missed: tuple[SeatNo, ...] = ()
    bomb_pot: Chips = 0
    missed_small: tuple[SeatNo, ...] = ()
    boards: int = 1


class AntePosted(Event, frozen=True, array_like=True):
    """A classic or bomb-pot ante counts as contribution.

    A big-blind ante (`dead`) belongs to the main pot (R5.2).
    """

    seat: SeatNo
    amount: Chips
    dead: bool = False


class BlindPosted(Event, frozen=True, array_like=True):
    """A blind, straddle or post.

    `price` is the full amount that others must match, also when the poster is short (R3.5).
    """

    seat: SeatNo
    kind: BlindKind
    amount: Chips
    price: Chips


class HoleCardsDealt(Event, frozen=True, array_like=True):
    """Everyone has two cards.

    Which places of the sealed deck they are, in the order of the hand's players (R2.5).
    """

    positions: tuple[tuple[int, int], ...]


class BoardDealt(Event, frozen=True, array_like=True):
    """Cards are opened on a board; `position` is the first card's place in the deck.

    The street's betting starts.
    """

    street: Street
    cards: Cards
    position: int
    board: int = 0
