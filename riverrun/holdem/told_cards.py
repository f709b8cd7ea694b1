"""The cards that a hand's proof tells of, each with the place in the deck that the deal order gives it."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Literal, NamedTuple

from riverrun.contracts.table_events import Street
from riverrun.holdem.deal_order import dealing_order, hole_positions, street_position
from riverrun.holdem.hand_proof import UNKNOWN_CARD, HandProof, ProofPlayer, ProofStreet
from riverrun.kernel.cut import Places
from riverrun.kernel.deck import UNCUT
from riverrun.kernel.identifiers import SeatNo

_SIZES: Mapping[Street, int] = {"flop": 3, "turn": 1, "river": 1}
_STREETS = tuple(_SIZES)


class ToldCard(NamedTuple):
    """A card of the hand; `card` is `??` where it is not told, `needed` where the file owes it."""

    position: int
    card: str
    where: str
    needed: bool
    seat: SeatNo | None
    board: int | None

    @property
    def kind(self) -> Literal["hole", "board"]:
        """Whether it went to a player or to a board."""
        return "board" if self.seat is None else "hole"


def told_cards(proof: HandProof, places: Places = UNCUT) -> list[ToldCard]:
    """Every card dealt in the hand, known or not, in deal order, with its committed place (R2.5)."""
    dealt = sorted([*_hole_cards(proof), *_board_cards(proof)])
    return [told._replace(position=places[told.position]) for told in dealt]


def could_be_dealt(streets: tuple[ProofStreet, ...]) -> bool:
    """Whether each board's streets follow each other, the first board's from the flop on."""
    boards: dict[int, list[int]] = {}
    for one in streets:
        if len(_pairs(one.cards)) > _SIZES.get(one.street, 0):
            return False
        boards.setdefault(one.board, []).append(_STREETS.index(one.street))
    follow = all(later == earlier + 1 for board in boards.values() for earlier, later in pairwise(board))
    return follow and boards.get(0, [0])[0] == 0


def _hole_cards(proof: HandProof) -> Iterator[ToldCard]:
    by_seat = {player.seat: player for player in proof.players}
    for place, seat in enumerate(dealing_order(proof.button, by_seat)):
        player = by_seat[seat]
        for position, card, word in zip(
            hole_positions(len(by_seat), place), _pairs(player.cards), ("first", "second"), strict=True
        ):
            yield ToldCard(
                position, card, f"{word} card of {_named(player)}", seat == proof.viewer, seat, None
            )


def _board_cards(proof: HandProof) -> Iterator[ToldCard]:
    dealt: list[int] = []
    several = any(one.board for one in proof.streets)
    for one in proof.streets:
        first = street_position(len(proof.players), dealt, proof.burn_cards)
        where = f"{one.street} of board {one.board + 1}" if several else one.street
        told = _pairs(one.cards)
        told += [UNKNOWN_CARD] * (_SIZES[one.street] - len(told))
        for position, card in enumerate(told, start=first):
            yield ToldCard(position, card, where, True, None, one.board)
        dealt.append(_SIZES[one.street])


def _pairs(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def _named(player: ProofPlayer) -> str:
    return f"{player.name} (seat {player.seat})"
