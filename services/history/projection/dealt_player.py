"""One player of a hand, while the hand is followed."""

from riverrun.kernel.cards import Cards


class DealtPlayer:
    """Mutable, for a hand is followed event by event at tens of thousands a second."""

    __slots__ = (
        "all_in", "bet", "decided", "folded_on", "insurance", "name", "paid_in", "place", "player",
        "position", "rake", "seat", "shown", "stack", "start", "won",
    )  # fmt: skip

    def __init__(self, seat: int, place: int, position: int, player: str, name: str, stack: int) -> None:
        self.seat = seat
        self.place = place
        self.position = position
        self.player = player
        self.name = name
        self.start = stack
        self.stack = stack
        self.bet = 0
        self.paid_in = 0
        self.won = 0
        self.rake = 0
        self.insurance = 0
        self.folded_on = 0
        """0: not at all; else the street's number and one."""
        self.decided = False
        self.all_in = False
        self.shown: Cards = ()

    @property
    def net(self) -> int:
        """What the cards brought; insurance apart."""
        return self.won - self.paid_in
