"""What a hand is worth on the board: what it has made beyond the board itself, and what may still come."""

from collections import Counter
from enum import IntEnum

from riverrun.holdem.hand_classes import Category, category_of
from riverrun.holdem.rank import rank
from riverrun.kernel.cards import ALL_CARDS, Cards, rank_of, suit_of

_TEN, _QUEEN = 8, 10
_BEYOND_PAIRS = (Category.STRAIGHT, Category.FLUSH, Category.QUADS, Category.STRAIGHT_FLUSH)


class Strength(IntEnum):
    """From nothing to what seldom loses."""

    NOTHING = 0
    WEAK = 1
    MEDIUM = 2
    STRONG = 3
    MONSTER = 4


def strength(hole_cards: Cards, board: Cards) -> Strength:
    """How good the hand is now. What the board alone shows belongs to everybody and counts for nothing."""
    best = rank((*hole_cards, *board))
    category = category_of(best)
    if len(board) == 5 and best == rank(board):
        # The board plays: good for a part of the pot where it can hardly be beaten.
        return Strength.MEDIUM if category in _BEYOND_PAIRS else Strength.NOTHING
    if category in _BEYOND_PAIRS:
        return _beyond_pairs(hole_cards, board, category)
    return _of_pairs(hole_cards, board, category)


def _beyond_pairs(hole_cards: Cards, board: Cards, category: Category) -> Strength:
    if category is Category.FLUSH:
        suit, count = Counter(suit_of(card) for card in board).most_common(1)[0]
        own = max((rank_of(card) for card in hole_cards if suit_of(card) == suit), default=0)
        # One card of the suit beats the board, but so do all higher ones.
        return Strength.MONSTER if count == 3 or own >= _QUEEN else Strength.MEDIUM
    return Strength.MONSTER


def _of_pairs(hole_cards: Cards, board: Cards, category: Category) -> Strength:
    on_board = Counter(rank_of(card) for card in board)
    high, low = sorted((rank_of(card) for card in hole_cards), reverse=True)
    matched = [own for own in (high, low) if own in on_board]
    if category is Category.FULL_HOUSE or (high != low and len(set(matched)) == 2):
        return Strength.MONSTER
    if any(on_board[own] == 2 for own in matched) or (high == low and matched):
        return Strength.MONSTER
    if high == low:
        return _of_a_pocket_pair(high, sorted(on_board, reverse=True))
    if matched:
        return _of_one_pair(matched[0], low if matched[0] == high else high, on_board)
    return Strength.NOTHING


def _of_a_pocket_pair(pair: int, on_board: list[int]) -> Strength:
    higher = sum(1 for other in on_board if other > pair)
    return (Strength.STRONG, Strength.MEDIUM)[higher] if higher < 2 else Strength.WEAK


def _of_one_pair(pair: int, kicker: int, on_board: Counter[int]) -> Strength:
    higher = sum(1 for other in on_board if other > pair)
    if higher == 0:
        return Strength.STRONG if kicker >= _TEN else Strength.MEDIUM
    return Strength.MEDIUM if higher == 1 else Strength.WEAK


def outs(hole_cards: Cards, board: Cards) -> int:
    """How many of the unseen cards, dealt as the next one, would make the hand a monster; 0 on the river."""
    if len(board) == 5:
        return 0
    seen = {*hole_cards, *board}
    return sum(
        1
        for card in ALL_CARDS
        if card not in seen and strength(hole_cards, (*board, card)) is Strength.MONSTER
    )
