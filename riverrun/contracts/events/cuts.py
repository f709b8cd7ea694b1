"""The players' cut: nonces committed to ahead and told after the deck's commitment permute it (R11.4)."""

import msgspec

from riverrun.contracts.events.event import Event
from riverrun.kernel.identifiers import SeatNo


class CutCommitment(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """What a player of the hand has committed to: 32 bytes that hide his nonce."""

    seat: SeatNo
    commitment: bytes


class CutNonce(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A player's part in a cut; `nonce` is empty where he did not tell it in time."""

    seat: SeatNo
    commitment: bytes
    nonce: bytes


class CutCommitted(Event, frozen=True, array_like=True):
    """A player commits to his nonce for a hand that has not begun. Secret until that hand's `CutAsked`."""

    seat: SeatNo
    hand: int
    commitment: bytes


class CutAsked(Event, frozen=True, array_like=True):
    """The deck is committed to; before the cards these players, and no others, tell their nonces."""

    cutters: tuple[CutCommitment, ...]
    deadline_ms: int


class CutTold(Event, frozen=True, array_like=True):
    """A player tells his nonce. Secret until `DeckCut`."""

    seat: SeatNo
    nonce: bytes


class DeckCut(Event, frozen=True, array_like=True):
    """All have told their nonces, or time is up.

    `places` are 52 bytes: the place of the committed deck that each card of the deal comes from; none where
    nobody told a nonce, and the deck is dealt as it was committed to.
    """

    cutters: tuple[CutNonce, ...]
    places: bytes
