"""Decks in boxes: sealed for the table while a hand runs; what was dealt, sealed anew for history."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from riverrun.contracts.table_events import HandSealed, SealedHoleCards
from riverrun.holdem.own_cards import bound_to_owner, openings_in
from riverrun.kernel.commitment import Opening, hand_bytes
from riverrun.kernel.deck import NotADeck, OpenDeck
from riverrun.kernel.identifiers import PlayerId, SeatNo, TableId
from riverrun.runtime.sealing.key_ring import CannotOpen, KeyRing
from services.table.deck import card_openings

_LIVE = b"riverrun/deck/1/live"
_ORDER_SIZE = 52


class DeckNotAsCommitted(CannotOpen):
    """The box opened, but the deck in it is not the one that the hand's commitment stands for."""


@dataclass(frozen=True, slots=True)
class SealedDeck:
    """What `HandStarted` says of the deck: everyone may read it, only a table service can open it."""

    commitment: bytes
    box: bytes
    key_id: str


def seal_deck(deck: OpenDeck, live: KeyRing) -> SealedDeck:
    """Order and salt seed under the live key, bound to table, hand and commitment (R1.6)."""
    box = live.seal(bytes(deck.order) + deck.salt_seed, *_bound_live(deck.table, deck.hand, deck.root))
    return SealedDeck(deck.root, box, live.current)


def open_deck(
    table: TableId, hand: int, commitment: bytes, box: bytes, key_id: str, live: KeyRing
) -> OpenDeck:
    """The deck of a hand in progress. Raises `UnknownKey`, `BoxTampered`, `DeckNotAsCommitted`."""
    content = live.open(key_id, box, *_bound_live(table, hand, commitment))
    try:
        deck = OpenDeck(table, hand, tuple(content[:_ORDER_SIZE]), content[_ORDER_SIZE:])
    except NotADeck as error:
        raise DeckNotAsCommitted(f"hand {hand} of {table}: {error}") from None
    if deck.root != commitment:
        raise DeckNotAsCommitted(f"hand {hand} of {table}: the sealed deck has another root")
    return deck


def seal_for_history(
    deck: OpenDeck, positions: Sequence[int], seat: SeatNo, player: PlayerId, history: KeyRing
) -> SealedHoleCards:
    """A player's own cards under the history key, bound to the hand and to that player."""
    content = b"".join(deck.opening(position).packed() for position in positions)
    box = history.seal(content, *bound_to_owner(deck.table, deck.hand, seat, player))
    return SealedHoleCards(seat, player, box, history.current)


def open_from_history(
    table: TableId, hand: int, sealed: SealedHoleCards, history: KeyRing
) -> tuple[Opening, ...]:
    """A player's own cards of a finished hand, with their salts. Raises `UnknownKey`, `BoxTampered`."""
    bound = bound_to_owner(table, hand, sealed.seat, sealed.player)
    return openings_in(history.open(sealed.key_id, sealed.box, *bound))


def seal_hand(
    deck: OpenDeck,
    public: Iterable[int],
    hole: Mapping[SeatNo, tuple[PlayerId, Sequence[int]]],
    history: KeyRing,
) -> HandSealed:
    """The hand's last event: `public` are the places of board and shown cards, `hole` each player's own.

    What was not dealt is in neither, so that nobody learns it from the archive (R1.6).
    """
    private = (seal_for_history(deck, own, seat, player, history) for seat, (player, own) in hole.items())
    return HandSealed(
        hand=deck.hand,
        leaves=deck.leaves,
        public=card_openings(deck, public),
        private=tuple(private),
    )


def _bound_live(table: TableId, hand: int, commitment: bytes) -> tuple[bytes, ...]:
    return _LIVE, table.encode(), hand_bytes(hand), commitment
