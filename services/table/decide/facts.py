"""What a decision must be told from outside, gathered before it: time, the opened deck, chance, ranks."""

from typing import Literal

import msgspec

from riverrun.contracts.table_events import CardOpening, CoverOffer, SealedHoleCards, UninsuredPot
from riverrun.kernel.cards import Cards
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo


class Facts(msgspec.Struct, frozen=True, gc=False):
    """For any decision: the time (Unix ms) and, while a hand is on, the order of its deck."""

    now_ms: int
    deck: Cards = ()


class NewDeck(msgspec.Struct, frozen=True, gc=False):
    """For the start of a hand: the shuffled, sealed deck, and a random number for the button (R3.16)."""

    order: Cards
    commitment: bytes
    box: bytes
    key_id: str
    draw: int


class ShowdownRanks(msgspec.Struct, frozen=True, gc=False):
    """For the showdown: on each board, seat -> rank of its best five (higher wins); and who ranked them."""

    boards: tuple[dict[SeatNo, int], ...]
    ranked_by: Literal["evaluator", "table"]


class InsuranceQuotes(msgspec.Struct, frozen=True, gc=False):
    """For insuring an all-in: what is offered to each pot's favourite, and the pots without an offer (R9).

    `held`: what the club holds for the hand below its limit.
    """

    offers: tuple[CoverOffer, ...]
    without: tuple[UninsuredPot, ...] = ()
    held: Chips = 0


class HandArchive(msgspec.Struct, frozen=True, gc=False):
    """For the hand's last commit: leaf hashes, public cards opened, each player's own sealed anew (R1.6)."""

    leaves: bytes
    public: tuple[CardOpening, ...]
    private: tuple[SealedHoleCards, ...]
