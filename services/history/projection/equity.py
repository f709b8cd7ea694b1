"""What an all-in was worth when the chips went in: equities of open hands in place of the cards that came."""

from collections.abc import Sequence
from itertools import combinations
from typing import Protocol

from riverrun.holdem.rank import ranks
from riverrun.kernel.cards import ALL_CARDS, Cards
from services.history.projection.followed_hand import FollowedHand

MILLION = 1_000_000
"""Equities are millionths of a pot, so that rows hold whole numbers only."""


class Equities(Protocol):
    """Each hand's share of the pot over all boards that can come, in millionths; None where nobody knows."""

    def __call__(self, board: Cards, holes: Sequence[Cards]) -> Sequence[int] | None: ...


def exact_after_the_flop(board: Cards, holes: Sequence[Cards]) -> Sequence[int] | None:
    """By trying every card that can come: at most 990 boards from the flop on, too many before it."""
    if len(board) < 3:
        return None
    gone = {*board, *(card for cards in holes for card in cards)}
    rest = [card for card in ALL_CARDS if card not in gone]
    shares = [0.0] * len(holes)
    boards = 0
    for more in combinations(rest, 5 - len(board)):
        boards += 1
        ranked = ranks(board + more, holes)
        best = max(ranked)
        winners = [place for place, rank in enumerate(ranked) if rank == best]
        for place in winners:
            shares[place] += 1 / len(winners)
    return [round(share * MILLION / boards) for share in shares]


def ev_milli(hand: FollowedHand, equities: Equities) -> list[int]:
    """Each player's result in thousandths of a chip, by place: with equity where all-in before the river.

    Each pot after rake is shared by the equities of those who contend for it; who folded lost what he put in.
    """
    results = [player.net * 1000 for player in hand.players]
    if not hand.all_in or len(hand.board_at_all_in) >= 5 or hand.ended_by != "showdown":
        return results
    if hand.started.boards > 1:
        return results
    expected = [-player.paid_in * 1000 for player in hand.players]
    for number, pot in enumerate(hand.pots):
        contenders = [hand.at[seat] for seat in pot.contenders]
        if any(len(player.shown) != 2 for player in contenders):
            return results
        shares = equities(hand.board_at_all_in, [player.shown for player in contenders])
        if shares is None:
            return results
        chips = pot.amount - hand.rakes.get(number, 0)
        for player, share in zip(contenders, shares, strict=True):
            expected[player.place] += chips * share // 1000
    return expected
