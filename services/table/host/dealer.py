"""The only hand that touches cards.

Draws and seals decks, opens them again, and archives what was dealt (R1.5, R1.6).
"""

from collections.abc import Callable

from riverrun.holdem.redact import PUBLIC, Viewer
from riverrun.holdem.state import Hand, Table
from riverrun.kernel.deck import SEED_SIZE, OpenDeck
from riverrun.kernel.identifiers import SeatNo
from riverrun.runtime.sealing.key_ring import KeyRing
from services.table.decide.facts import HandArchive, NewDeck
from services.table.deck import card_openings, deal_deck
from services.table.sealing import open_deck, seal_deck, seal_hand

DRAW_SIZE = 8


class Dealer:
    """Deals for all tables of a process. `entropy(n)` gives n bytes of the operating system's generator."""

    def __init__(self, live: KeyRing, history: KeyRing, entropy: Callable[[int], bytes]) -> None:
        self._live = live
        self._history = history
        self._entropy = entropy

    def new_deck(self, table: Table) -> tuple[OpenDeck, NewDeck]:
        """A fresh deck for the table's next hand, open for the host and sealed for the log."""
        deck = deal_deck(table.table, table.hand_number + 1, self._entropy(SEED_SIZE))
        sealed = seal_deck(deck, self._live)
        draw = int.from_bytes(self._entropy(DRAW_SIZE), "big")
        return deck, NewDeck(deck.order, sealed.commitment, sealed.box, sealed.key_id, draw)

    def open(self, table: Table) -> OpenDeck | None:
        """The deck of the hand in progress, from the log. Raises what `open_deck` raises."""
        hand = table.hand
        if hand is None:
            return None
        deck = open_deck(table.table, hand.hand, hand.commitment, hand.deck_box, hand.key_id, self._live)
        return deck.cut(tuple(hand.cut.places)) if hand.cut is not None and hand.cut.places else deck

    def archive(self, hand: Hand, deck: OpenDeck) -> HandArchive:
        """What the hand's last event holds: proofs of public cards, each player's own sealed anew."""
        public = [position for board in hand.board_positions for position in board]
        hole = {}
        players = hand.players if hand.positions else ()  # none has cards where it was voided before the deal
        for player, own in zip(players, hand.positions, strict=True):
            public.extend(position for position in own if deck.order[position] in player.cards)
            hole[player.seat] = (player.player, own)
        sealed = seal_hand(deck, public, hole, self._history)
        return HandArchive(sealed.leaves, sealed.public, sealed.private)


def sight_of(hand: Hand | None, seat: SeatNo | None, deck: OpenDeck | None) -> Viewer:
    """What the player at a seat sees beyond the public: his own cards of the hand and their proofs."""
    if seat is None:
        return PUBLIC
    if hand is not None and deck is not None and hand.positions:
        for player, own in zip(hand.players, hand.positions, strict=True):
            if player.seat == seat:
                hunted = dict(hand.rabbits).get(seat, ())
                proofs = card_openings(deck, (*own, *hunted))
                return Viewer(seat, deck.cards(own), proofs, deck.cards(hunted))
    return Viewer(seat)
