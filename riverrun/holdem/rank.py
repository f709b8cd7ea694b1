"""What the best five of a player's cards are worth: higher wins, equal splits (R1.1, R1.2).

A hand is a sum of its cards. Below, four bits count each suit; above, an octal digit counts each rank, so
that `0o1000000000300 << 16` is an ace with three fours. What a count of ranks is worth is worked out when
it is first met and then remembered: nothing is built at import, and a showdown costs a few additions a
player (docs/adr/0010).
"""

from collections.abc import Iterable, Iterator, Sequence

from riverrun.holdem.hand_classes import STRAIGHTS, SUITED_RANK, UNSUITED_RANK, FiveRanks, Rank
from riverrun.kernel.cards import ALL_CARDS, Card, Cards, rank_of, suit_of

_RANKS_FROM = 16
_ADDS = tuple((1 << _RANKS_FROM + 3 * rank_of(card)) + (1 << 4 * suit_of(card)) for card in ALL_CARDS)
_START = 0x3333
"""Three in each suit's counter, so that five cards of a suit set its highest bit."""
_FIVE_SUITED = 0x8888
_ONE_OF_EACH = 0o1111111111111


def _top(ranks: int) -> int:
    return (ranks.bit_length() - 1) // 3


def _only(rank: int) -> int:
    return 1 << 3 * rank


def _highest(how_many: int, ranks: int) -> FiveRanks:
    found: list[int] = []
    for _ in range(how_many):
        found.append(_top(ranks))
        ranks ^= _only(found[-1])
    return tuple(found)


def _straight_in(ranks: int) -> FiveRanks | None:
    from_ace_to_ace = ranks << 3 | ranks >> 36
    lowest = from_ace_to_ace
    for _ in range(4):
        from_ace_to_ace >>= 3
        lowest &= from_ace_to_ace
    return STRAIGHTS[9 - _top(lowest)] if lowest else None


def _best_unsuited(counted: int) -> FiveRanks:
    """The best five of five to seven ranks, suits aside; each octal digit says how often that rank occurs."""
    ones, twos, quads = counted & _ONE_OF_EACH, counted >> 1 & _ONE_OF_EACH, counted >> 2 & _ONE_OF_EACH
    trips = ones & twos
    pairs = twos ^ trips
    present = ones | twos | quads
    if straight := _straight_in(present):  # five different ranks leave no room for quads or a full house
        return straight
    if quads:
        a = _top(quads)
        return (a, a, a, a, _top(present ^ quads))
    if trips:
        a = _top(trips)
        if others := (trips | pairs) & ~_only(a):
            b = _top(others)
            return (a, a, a, b, b)
        return (a, a, a, *_highest(2, present ^ trips))
    if pairs:
        a = _top(pairs)
        if others := pairs & ~_only(a):
            b = _top(others)
            return (a, a, b, b, _top(present & ~_only(a) & ~_only(b)))
        return (a, a, *_highest(3, present ^ pairs))
    return _highest(5, present)


class _Unsuited(dict[int, Rank]):
    """How often each rank occurs: what that is worth without a flush; 73,775 entries once all are met."""

    def __missing__(self, counted: int) -> Rank:
        rank = self[counted] = UNSUITED_RANK[_best_unsuited(counted)]
        return rank


_unsuited = _Unsuited()


def _flush(cards: Iterable[Card], suited: int) -> Rank:
    """The rank of a hand in which `suited` says what suit five or more cards share."""
    suit = suited.bit_length() // 4 - 1
    ranks = sum(_only(rank_of(card)) for card in cards if suit_of(card) == suit)
    return SUITED_RANK[_straight_in(ranks) or _highest(5, ranks)]


def rank(cards: Sequence[Card]) -> Rank:
    """The rank of the best five of five, six or seven different cards."""
    assert 5 <= len(cards) <= 7, len(cards)
    hand = _START
    for card in cards:
        hand += _ADDS[card]
    suited = hand & _FIVE_SUITED
    return _flush(cards, suited) if suited else _unsuited[hand >> _RANKS_FROM]


def ranks_with_each(
    coming: Iterable[Card], board: Cards, holes: Sequence[Cards]
) -> Iterator[tuple[Card, list[Rank]]]:
    """For each card that may come next to a board of three or four, every hand's rank with it.

    What a hand counts to without that card is added up once: it costs an addition and a look-up a hand.
    """
    on_board = sum([_ADDS[card] for card in board], _START)
    before = [(hole, on_board + _ADDS[hole[0]] + _ADDS[hole[1]]) for hole in holes]
    for card in coming:
        found = []
        for hole, counted in before:
            hand = counted + _ADDS[card]
            suited = hand & _FIVE_SUITED
            found.append(_flush((*board, card, *hole), suited) if suited else _unsuited[hand >> _RANKS_FROM])
        yield card, found


def ranks(board: Cards, holes: Sequence[Cards]) -> tuple[Rank, ...]:
    """The rank of each player's two hole cards with a board of five, in the players' order."""
    a, b, c, d, e = board
    on_board = _START + _ADDS[a] + _ADDS[b] + _ADDS[c] + _ADDS[d] + _ADDS[e]
    found = []
    for first, second in holes:
        hand = on_board + _ADDS[first] + _ADDS[second]
        suited = hand & _FIVE_SUITED
        found.append(_flush((*board, first, second), suited) if suited else _unsuited[hand >> _RANKS_FROM])
    return tuple(found)
