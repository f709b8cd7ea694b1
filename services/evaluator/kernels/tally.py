"""Counts who wins: boards are ranked a thousand at a time, then players are compared board by board."""

import numpy as np

from services.evaluator.counts import SHARES, SPLIT, TIES, WHOLE, WINS
from services.evaluator.kernels.compiled import inner

ROOM = 1024
"""Boards ranked at a time: what nine players' ranks need stays in a core's nearest cache."""


@inner
def count(ranks, weights, many, counts):
    """Add to each player's wins, ties and shares over the first `many` boards, each of some weight."""
    if ranks.shape[0] == 2:
        count_two(ranks[0], ranks[1], weights, many, counts)
    else:
        count_all(ranks, weights, many, counts)


@inner
def count_two(mine, yours, weights, many, counts):
    """Heads-up, as most are asked: one pass."""
    my_wins = your_wins = all_boards = 0
    for at in range(many):
        my_wins += weights[at] if mine[at] > yours[at] else 0
        your_wins += weights[at] if yours[at] > mine[at] else 0
        all_boards += weights[at]
    ties = all_boards - my_wins - your_wins
    for player, wins in enumerate((my_wins, your_wins)):
        counts[player, WINS] += wins
        counts[player, TIES] += ties
        counts[player, SHARES] += wins * WHOLE + ties * (WHOLE // 2)


@inner
def count_all(ranks, weights, many, counts):
    """One pass after another over rows that lie in the cache: each is a loop that the compiler makes wide."""
    best, winners = np.zeros(ROOM, np.uint16), np.zeros(ROOM, np.int32)
    alone, split = np.empty(ROOM, np.int64), np.empty(ROOM, np.int64)
    players = ranks.shape[0]
    for player in range(players):
        for at in range(many):
            best[at] = max(best[at], ranks[player, at])
    for player in range(players):
        for at in range(many):
            winners[at] += ranks[player, at] == best[at]
    for at in range(many):
        alone[at] = weights[at] if winners[at] == 1 else 0
        split[at] = weights[at] * SPLIT[winners[at]]
    for player in range(players):
        wins = all_best = shares = 0
        for at in range(many):
            if ranks[player, at] == best[at]:
                wins += alone[at]
                all_best += weights[at]
                shares += split[at]
        counts[player, WINS] += wins
        counts[player, TIES] += all_best - wins
        counts[player, SHARES] += shares
