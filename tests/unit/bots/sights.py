"""Turns as a bot sees them, drawn by a few words."""

from riverrun.kernel.cards import cards
from services.bots.seen import Seen


def turn(
    hole_cards: str,
    board: str = "",
    *,
    pot: int = 150,
    current_bet: int = 0,
    call: int = 0,
    raises: tuple[int, int] = (0, 0),
    stack: int = 10_000,
    opponents: int = 3,
    second_board: str = "",
) -> Seen:
    """A turn at 50/100. `raises`: the least and the most to raise to; zeros where no raise is open."""
    return Seen(
        hole_cards=cards(hole_cards),
        board=cards(board),
        pot=pot,
        current_bet=current_bet,
        stack=stack,
        call_amount=call,
        min_raise_to=raises[0],
        max_raise_to=raises[1],
        big_blind=100,
        opponents=opponents,
        second_board=cards(second_board),
    )


def before_the_flop(hole_cards: str, *, raised_to: int = 100, opponents: int = 3) -> Seen:
    """First in, or facing one raise."""
    least = 2 * raised_to - (0 if raised_to == 100 else 100)
    pot = 150 + (0 if raised_to == 100 else raised_to)
    return turn(
        hole_cards,
        pot=pot,
        current_bet=raised_to,
        call=raised_to,
        raises=(least, 10_000),
        opponents=opponents,
    )


def unbet(hole_cards: str, board: str, *, pot: int = 600) -> Seen:
    """Everyone checked so far on this street."""
    return turn(hole_cards, board, pot=pot, raises=(100, 9_700), stack=9_700)


def facing(hole_cards: str, board: str, *, bet: int, pot: int) -> Seen:
    """Somebody bet into a pot that held so much before."""
    return turn(
        hole_cards,
        board,
        pot=pot + bet,
        current_bet=bet,
        call=bet,
        raises=(2 * bet, 9_700),
        stack=9_700,
    )
