"""Which cards come next from the deck, on which board (R2.2, R2.5, R3.15, R7.2)."""

from collections.abc import Collection

import msgspec

from riverrun.contracts.table_config import MAX_SEATS
from riverrun.contracts.table_events import Street
from riverrun.holdem.state import AllIn, Hand
from riverrun.kernel.cards import Cards
from riverrun.kernel.identifiers import SeatNo

_STREETS: dict[int, tuple[Street, int]] = {0: ("flop", 3), 3: ("turn", 1), 4: ("river", 1)}
_HOLE_POSITIONS = tuple(
    tuple((place, players + place) for place in range(players)) for players in range(MAX_SEATS + 2)
)


class NextCards(msgspec.Struct, frozen=True, gc=False):
    """The next street of a board: `size` cards from place `position` of the deck."""

    street: Street
    board: int
    position: int
    size: int


def next_cards(boards: tuple[Cards, ...], dealt: int, burn: bool, side_by_side: bool = False) -> NextCards:
    """What is dealt next when `dealt` cards have left the deck: one board is finished before the next begins.

    Boards `side_by_side` get each street one after the other (R3.15). With `burn` one card is passed over
    before each street of a board (R2.5).
    """
    board = 0 if len(boards) == 1 else _next_board(boards, side_by_side)
    opened = len(boards[board])
    assert opened < 5, "all boards are complete"
    street, size = _STREETS[opened]
    return NextCards(street, board, dealt + 1 if burn else dealt, size)


def _next_board(boards: tuple[Cards, ...], side_by_side: bool) -> int:
    sizes = [len(cards) for cards in boards]
    if side_by_side:
        return sizes.index(min(sizes))
    return next((board for board, size in enumerate(sizes) if size < 5), 0)


def rest_of_boards(boards: tuple[Cards, ...], dealt: int, burn: bool) -> tuple[int, ...]:
    """The deck's places of the cards that would still come, the first board's first (R7.4)."""
    positions: list[list[int]] = [[] for _ in boards]
    opened = len(boards[0])
    while opened < 5:
        _, size = _STREETS[opened]
        for board in positions:
            first = dealt + 1 if burn else dealt
            board.extend(range(first, first + size))
            dealt = first + size
        opened += size
    return tuple([position for board in positions for position in board])


def agreed_runs(
    live: Collection[SeatNo],
    agreeing: Collection[SeatNo],
    cards_to_come: int,
    most: int,
    *,
    betting_over: bool = True,
    insured: bool = False,
) -> int:
    """How often the rest of the board is run.

    More than once only if no decision is left, every contender agrees (R7.1) and nobody has bought insurance
    (R7.3).
    """
    may = betting_over and not insured and cards_to_come > 0
    return most if may and set(live) <= set(agreeing) else 1


def hole_positions(players: int) -> tuple[tuple[int, int], ...]:
    """The deck's places of each player's two cards: two rounds, from the left of the button (R2.5)."""
    return _HOLE_POSITIONS[players]


def is_last_card(hand: Hand) -> bool:
    """Whether an all-in's run-out waits for the last card of its last board, which may be squeezed (R6.4)."""
    to_come = sum(5 - len(board) for board in hand.boards)
    return type(hand.phase) is AllIn and hand.question is None and to_come == 1
