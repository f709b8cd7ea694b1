"""A finished hand as a file that proves its cards, to be checked offline (R11.4; docs/fairness.md)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from riverrun.contracts.table_events import BoardDealt, CutNonce, DeckCut, HandSealed, HandStarted, Street
from riverrun.holdem.deal_order import dealing_order, hole_positions
from riverrun.kernel.cards import TEXTS, text_of
from riverrun.kernel.commitment import Opening
from riverrun.kernel.deck import UNCUT
from riverrun.kernel.identifiers import SeatNo, TableId

FORMAT: Final = "riverrun-hand/1"
FORMAT_CUT: Final = "riverrun-hand/2"
"""Of a hand whose deck the players cut: its cards come from other places than in the first format."""
UNKNOWN_CARD = "??"

_HASH = r"\A[0-9a-f]{64}\Z"
_CARD = r"[2-9TJQKA][cdhs]"

Seat = Annotated[int, Meta(ge=1, le=9)]
Board = Annotated[int, Meta(ge=0, le=2)]
Hash = Annotated[str, Meta(pattern=_HASH)]


class ProofPlayer(msgspec.Struct, frozen=True):
    """A player dealt in; `cards` are his two in the order dealt, `??` where the reader may not see one."""

    seat: Seat
    player: str
    name: str
    cards: Annotated[str, Meta(pattern=rf"\A({_CARD}|\?\?){{2}}\Z")]


class ProofStreet(msgspec.Struct, frozen=True):
    """Cards opened on a board, in the order dealt."""

    street: Street
    board: Board
    cards: Annotated[str, Meta(pattern=rf"\A({_CARD}){{0,3}}\Z")]


class ProofOpening(msgspec.Struct, frozen=True, omit_defaults=True):
    """A card with what proves it; `where` tells whose it was or which board it lay on."""

    position: Annotated[int, Meta(ge=0, le=51)]
    card: Annotated[str, Meta(pattern=rf"\A{_CARD}\Z")]
    salt: Hash
    where: Literal["hole", "board"]
    seat: Seat | None = None
    board: Board | None = None


class ProofCutter(msgspec.Struct, frozen=True):
    """A player with a part in the cut; `nonce` is null where he did not tell it in time."""

    seat: Seat
    commitment: Hash
    nonce: Hash | None


class HandProof(msgspec.Struct, frozen=True, omit_defaults=True):
    """The file. `viewer` is the seat of the player it was written for, null where it is for everyone."""

    format: Literal["riverrun-hand/1", "riverrun-hand/2"]
    table: Annotated[TableId, Meta(pattern=r"\A[!-~]+\Z")]
    hand: Annotated[int, Meta(ge=1, le=2**53)]
    commitment: Hash
    leaves: Annotated[str, Meta(pattern=r"\A([0-9a-f]{64}){52}\Z")]
    button: Seat
    burn_cards: bool
    viewer: Seat | None
    players: Annotated[tuple[ProofPlayer, ...], Meta(min_length=2, max_length=9)]
    streets: tuple[ProofStreet, ...]
    openings: tuple[ProofOpening, ...]
    cut: Annotated[tuple[ProofCutter, ...], Meta(max_length=9)] = ()


def hand_proof(
    table: TableId,
    started: HandStarted,
    streets: Sequence[BoardDealt],
    sealed: HandSealed,
    names: Mapping[SeatNo, str],
    burn_cards: bool = False,
    own: tuple[SeatNo, Sequence[Opening]] | None = None,
    cut: DeckCut | None = None,
) -> dict[str, object]:
    """The file of a hand, from its events; `own` are the seat and cards of the player it is written for."""
    places = tuple(cut.places) if cut is not None and cut.places else UNCUT
    openings = {one.position: Opening(one.position, one.card, one.salt) for one in sealed.public}
    openings |= {opening.position: opening for opening in (own[1] if own else ())}
    seats = dealing_order(started.button, (player.seat for player in started.players))
    dealt = {seat: hole_positions(len(seats), place) for place, seat in enumerate(seats)}
    holes = {seat: [places[one] for one in pair] for seat, pair in dealt.items()}
    owners = {position: seat for seat, positions in holes.items() for position in positions}
    boards = {
        places[street.position + at]: street.board for street in streets for at in range(len(street.cards))
    }
    proof = HandProof(
        format=FORMAT if cut is None else FORMAT_CUT,
        table=table,
        hand=started.hand,
        commitment=started.commitment.hex(),
        leaves=sealed.leaves.hex(),
        button=started.button,
        burn_cards=burn_cards,
        viewer=own[0] if own else None,
        players=tuple(
            ProofPlayer(one.seat, one.player, names[one.seat], _known(openings, holes[one.seat]))
            for one in started.players
        ),
        streets=tuple(ProofStreet(one.street, one.board, text_of(one.cards)) for one in streets),
        openings=tuple(
            _opening(openings[position], owners.get(position), boards.get(position))
            for position in sorted(openings)
        ),
        cut=() if cut is None else tuple(_cutter(one) for one in cut.cutters),
    )
    written: dict[str, object] = msgspec.to_builtins(proof)
    return written


def _cutter(one: CutNonce) -> ProofCutter:
    return ProofCutter(one.seat, one.commitment.hex(), one.nonce.hex() or None)


def _known(openings: Mapping[int, Opening], positions: Iterable[int]) -> str:
    known = (openings.get(position) for position in positions)
    return "".join(TEXTS[opening.card] if opening else UNKNOWN_CARD for opening in known)


def _opening(opening: Opening, owner: SeatNo | None, board: int | None) -> ProofOpening:
    return ProofOpening(
        position=opening.position,
        card=TEXTS[opening.card],
        salt=opening.salt.hex(),
        where="board" if owner is None else "hole",
        seat=owner,
        board=board,
    )
