"""The verdict on a hand's proof: each card shown stood at its committed place, or the first that did not."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

import msgspec

from riverrun.holdem.hand_proof import FORMAT_CUT, UNKNOWN_CARD, HandProof, ProofOpening
from riverrun.holdem.told_cards import ToldCard, could_be_dealt, told_cards
from riverrun.holdem.told_cut import false_nonce, told_places
from riverrun.kernel.cards import card
from riverrun.kernel.commitment import Opening, leaf_of, root_of, split_leaves
from riverrun.kernel.identifiers import table_id


class NotAHandProof(ValueError):
    """A file that is not a hand's proof in the format that this release reads."""


class Flaw(StrEnum):
    """Why a card is not proven; with `ROOT` the deck as a whole, with `NONCE` how it was cut."""

    MISSING = "missing card"
    MISPLACED = "misplaced card"
    LEAF = "leaf mismatch"
    DIFFERS = "different card"
    DUPLICATE = "duplicate card"
    ROOT = "root mismatch"
    NONCE = "nonce mismatch"


class PlacedCard(NamedTuple):
    """A card with its place in the deck and, in words, where it was dealt."""

    position: int
    card: str
    where: str


@dataclass(frozen=True)
class HandProven:
    """Each of these cards stood in the committed deck where the deal order takes it from."""

    proof: HandProof
    cards: tuple[PlacedCard, ...]


@dataclass(frozen=True)
class HandRefuted:
    """The first card that fails, in deal order; no card when leaves or nonces are not those committed to."""

    proof: HandProof
    flaw: Flaw
    card: PlacedCard | None
    says: str


Verdict: TypeAlias = HandProven | HandRefuted


def read_hand_proof(file: object) -> HandProof:
    """The proof in a file's JSON; fields it does not know are passed over. Raises `NotAHandProof`."""
    try:
        proof = msgspec.convert(file, HandProof)
        table_id(proof.table)
    except ValueError as error:
        raise NotAHandProof(str(error)) from None
    seats = [player.seat for player in proof.players]
    if len(set(seats)) != len(seats) or proof.viewer not in {None, *seats}:
        raise NotAHandProof("a seat stands twice among the players, or the viewer's is not among them")
    cutters = [one.seat for one in proof.cut]
    if bool(cutters) != (proof.format == FORMAT_CUT):
        raise NotAHandProof(f"only in {FORMAT_CUT} is there a cut, and always")
    if len(set(cutters)) != len(cutters) or not set(cutters) <= set(seats):
        raise NotAHandProof("somebody cuts the deck twice, or is not among the players")
    if not could_be_dealt(proof.streets):
        raise NotAHandProof("no hand is dealt in streets like these")
    return proof


def check_hand_proof(file: object) -> Verdict:
    """Check every card that a hand's file shows. Raises `NotAHandProof`."""
    proof = read_hand_proof(file)
    leaves = split_leaves(bytes.fromhex(proof.leaves))
    false = false_nonce(proof)
    if false is not None:
        says = f"the nonce of seat {false} is not the one that its player committed to"
        return HandRefuted(proof, Flaw.NONCE, None, says)
    dealt = told_cards(proof, told_places(proof))
    proven: dict[str, PlacedCard] = {}
    for told in dealt:
        shown = PlacedCard(told.position, told.card, told.where)
        flaw = _flaw(proof, leaves, told, proven)
        if flaw is not None:
            return HandRefuted(proof, flaw[0], shown, flaw[1])
        if told.card != UNKNOWN_CARD:
            proven[told.card] = shown
    places = {told.position for told in dealt}
    for stray in proof.openings:
        if stray.position not in places:
            shown = PlacedCard(stray.position, stray.card, "never dealt")
            return HandRefuted(proof, Flaw.MISPLACED, shown, "no card of this hand came from that place")
    if root_of(leaves).hex() != proof.commitment:
        return HandRefuted(proof, Flaw.ROOT, None, "the 52 leaves do not lead to the commitment")
    return HandProven(proof, tuple(proven.values()))


def _flaw(
    proof: HandProof, leaves: Sequence[bytes], told: ToldCard, proven: dict[str, PlacedCard]
) -> tuple[Flaw, str] | None:
    openings = [one for one in proof.openings if one.position == told.position]
    if not openings:
        return _flaw_of_unopened(proof, told)
    opening = openings[0]
    if len(openings) > 1:
        return Flaw.DUPLICATE, "its place is opened twice"
    if (opening.where, opening.seat, opening.board) != (told.kind, told.seat, told.board):
        return Flaw.MISPLACED, f"the opening says that it was dealt to {_claimed(opening)}"
    salted = Opening(told.position, card(opening.card), bytes.fromhex(opening.salt))
    if leaf_of(proof.table, proof.hand, salted) != leaves[told.position]:
        return Flaw.LEAF, f"{opening.card} with its salt is not what was committed to at that place"
    if opening.card != told.card:
        return Flaw.DIFFERS, f"the hand tells {told.card}, the deck had {opening.card} there"
    if told.card in proven:
        return Flaw.DUPLICATE, f"the same card was dealt before, as {proven[told.card].where}"
    return None


def _flaw_of_unopened(proof: HandProof, told: ToldCard) -> tuple[Flaw, str] | None:
    if told.card == UNKNOWN_CARD:
        return (Flaw.MISSING, "this file must show it and does not") if told.needed else None
    for one in proof.openings:
        if one.card == told.card:
            return Flaw.MISPLACED, f"its opening is for position {one.position}"
    return Flaw.MISSING, "nothing in the file proves it"


def _claimed(opening: ProofOpening) -> str:
    if opening.where == "hole":
        return f"seat {opening.seat}"
    return f"board {opening.board}"
