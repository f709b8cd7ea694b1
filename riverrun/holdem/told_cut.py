"""The players' cut that a hand's proof tells of: who had a part in it, and the places it gave (R11.4)."""

from collections.abc import Mapping

from riverrun.holdem.hand_proof import HandProof
from riverrun.kernel.cut import Places, cut_commitment, cut_places
from riverrun.kernel.deck import UNCUT
from riverrun.kernel.identifiers import PlayerId, SeatNo


def told_nonces(proof: HandProof) -> dict[SeatNo, bytes]:
    """The nonces that were told in time, by seat."""
    return {one.seat: bytes.fromhex(one.nonce) for one in proof.cut if one.nonce is not None}


def false_nonce(proof: HandProof) -> SeatNo | None:
    """The first seat whose nonce is not the one committed to; None: all are."""
    players: Mapping[SeatNo, PlayerId] = {player.seat: player.player for player in proof.players}
    nonces = told_nonces(proof)
    for one in proof.cut:
        if one.seat in nonces:
            committed = cut_commitment(proof.table, proof.hand, players[one.seat], nonces[one.seat])
            if committed.hex() != one.commitment:
                return one.seat
    return None


def told_places(proof: HandProof) -> Places:
    """Where each card of the deal stood in the committed deck, worked out from the nonces."""
    nonces = told_nonces(proof)
    if not nonces:
        return UNCUT
    return cut_places(proof.table, proof.hand, bytes.fromhex(proof.commitment), nonces.items())
