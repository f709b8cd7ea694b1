"""A finished hand as one viewer may know it: plain values, without any card that he may not see."""

from collections import Counter

import msgspec
from msgspec.structs import replace

UNKNOWN = ""


class ToldPlayer(msgspec.Struct, frozen=True):
    """A player dealt in. `cards` are those that the viewer knows in the end, `shown` those that all saw."""

    seat: int
    player: str
    name: str
    position: str
    stack: int
    paid_in: int
    won: int
    net: int
    insurance: int
    shown: str
    cards: str = UNKNOWN
    own: bool = False

    @property
    def final_stack(self) -> int:
        """What he had when the hand was over."""
        return self.stack + self.net + self.insurance


class Step(msgspec.Struct, frozen=True):
    """Something that happened: an action, `board`, `award`, a way of showing, `insurance_…` say its `kind`.

    `cards` are a board's or shown ones; `pot` is what lay in the middle before an action, or an award's pot;
    of insurance `amount` is what is offered, covered or paid, and `to` the premium.
    """

    step: int
    at_ms: int
    kind: str
    street: str = ""
    seat: int = 0
    amount: int = 0
    to: int = 0
    pot: int = 0
    board: int = 0
    all_in: bool = False
    think_ms: int = 0
    cards: str = ""


class ToldPot(msgspec.Struct, frozen=True):
    """A pot before rake, the main pot first, and who contended for it."""

    amount: int
    rake: int
    contenders: tuple[int, ...]


class ToldHand(msgspec.Struct, frozen=True):
    """The hand. `boards` are complete as far as dealt; `players` go round from the button's left."""

    table: str
    hand: int
    table_name: str
    started_ms: int
    ended_ms: int
    kind: str
    currency: str
    small_blind: int
    big_blind: int
    table_seats: int
    button: int
    small_blind_seat: int
    big_blind_seat: int
    bomb_pot: int
    ended_by: str
    pot: int
    rake: int
    runs: int
    boards: tuple[str, ...]
    players: tuple[ToldPlayer, ...]
    pots: tuple[ToldPot, ...]
    steps: tuple[Step, ...]

    def known_to(self, viewer: str, own: str) -> "ToldHand":
        """The same hand with the viewer's own cards, where he was dealt in; empty: they stay shut."""
        players = tuple(
            replace(one, cards=own or one.shown, own=True) if one.player == viewer else one
            for one in self.players
        )
        return replace(self, players=players)

    def named_apart(self) -> "ToldHand":
        """The same hand, where players have one name with their seats behind it: formats know names alone."""
        known = Counter(player.name for player in self.players)
        players = tuple(
            replace(one, name=f"{one.name} ({one.seat})") if known[one.name] > 1 else one
            for one in self.players
        )
        return replace(self, players=players)

    def player_at(self, seat: int) -> ToldPlayer:
        """Who sits there. Raises `StopIteration` for a seat that was not dealt in."""
        return next(player for player in self.players if player.seat == seat)

    def is_shown_again(self, step: Step) -> bool:
        """Whether the same cards, turned up where all were all-in, are shown once more at the showdown."""
        return step.kind == "turned_up" and any(
            (one.seat, one.cards) == (step.seat, step.cards) for one in self.steps_of("shown")
        )

    def steps_of(self, *kinds: str) -> list[Step]:
        """The steps of these kinds, in order."""
        return [step for step in self.steps if step.kind in kinds]


encode_told = msgspec.json.Encoder().encode
decode_told = msgspec.json.Decoder(ToldHand).decode

ANTES = ("ante", "bb_ante")
BLINDS = ("sb", "bb", "straddle", "post", "dead")
DECISIONS = ("fold", "check", "call", "bet", "raise")
SHOWS = ("turned_up", "shown", "chosen")
