"""What each player of a hand could do and did, by place."""

from collections.abc import Sequence


class Flags:
    """`did` and `could` hold one bit a flag; `counts` are bets, raises, calls and folds after the flop."""

    __slots__ = ("could", "counts", "did", "positions")

    def __init__(self, positions: Sequence[int]) -> None:
        self.positions = positions
        self.did = [0] * len(positions)
        self.could = [0] * len(positions)
        self.counts = [[0, 0, 0, 0] for _ in positions]

    def chance(self, place: int, flag: int, taken: bool) -> None:
        """An opportunity, and whether it was taken."""
        self.could[place] |= flag
        if taken:
            self.did[place] |= flag
