"""A second implementation of every statistic: slow, straight from events, each by itself (R10.1)."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from riverrun.contracts import table_events as e

STREETS = ("preflop", "flop", "turn", "river")
_VERBS: dict[type[Any], str] = {
    e.PlayerFolded: "fold",
    e.PlayerChecked: "check",
    e.PlayerCalled: "call",
    e.PlayerBet: "raise",
    e.PlayerRaised: "raise",
}
"""A bet is a raise of nothing; that a street's first raise is its bet is told from what came before."""


_BETWEEN = (
    "",
    "CO",
    "HJ CO",
    "UTG HJ CO",
    "UTG LJ HJ CO",
    "UTG UTG+1 LJ HJ CO",
    "UTG UTG+1 UTG+2 LJ HJ CO",
    "UTG UTG+1 UTG+2 UTG+3 LJ HJ CO",
)
"""What those are called who are neither in a blind nor on the button, by how many they are."""


class Act(NamedTuple):
    at: int
    street: str
    seat: int
    verb: str
    to_call: int
    may_raise: bool


class SlowHand:
    """One hand's events, from `HandStarted` on."""

    def __init__(self, events: Sequence[Any]) -> None:
        self.events = list(events)
        self.start = self.all(e.HandStarted)[0]
        self.seats = [one.seat for one in self.start.players]
        self.acts: list[Act] = []
        street, asked = "preflop", None
        for at, event in enumerate(self.events):
            if isinstance(event, e.BoardDealt):
                street = event.street
            elif isinstance(event, e.TurnStarted):
                asked = event
            elif type(event) in _VERBS:
                assert asked is not None
                verb = _VERBS[type(event)]
                self.acts.append(Act(at, street, event.seat, verb, asked.call_amount, asked.max_raise_to > 0))
        self._on = {street: [act for act in self.acts if act.street == street] for street in STREETS}

    def all(self, kind: type[Any]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def voided(self) -> bool:
        return bool(self.all(e.HandVoided)) or self.all(e.HandEnded)[0].ended_by == "void"

    def on(self, street: str) -> list[Act]:
        return self._on[street]

    def before(self, act: Act) -> list[Act]:
        """What was done on the same street before."""
        return [one for one in self.on(act.street) if one.at < act.at]

    def raises_before(self, act: Act) -> list[Act]:
        return [one for one in self.before(act) if one.verb == "raise"]

    def folded(self, seat: int, upto: int = 10**9) -> bool:
        return any(act.seat == seat and act.verb == "fold" and act.at < upto for act in self.acts)

    def won(self, seat: int) -> int:
        return sum(award.amount for award in self.all(e.PotAwarded) if award.seat == seat)

    def position(self, seat: int) -> str:
        start = self.start
        small = start.small_blind_place if start.bomb_pot else start.small_blind
        if seat == start.button:
            return "BTN"
        if seat == small:
            return "SB"
        if seat == start.big_blind:
            return "BB"
        others = [one for one in self.seats if one not in (start.button, small, start.big_blind)]
        return _BETWEEN[len(others)].split()[others.index(seat)]

    def last_raiser(self, street: str) -> int | None:
        raisers = [act.seat for act in self.on(street) if act.verb == "raise"]
        return raisers[-1] if raisers else None

    def cbet(self, street: str) -> Act | None:
        """The continuation bet of a street, if it was made."""
        before = STREETS[STREETS.index(street) - 1]
        if before == "preflop":
            by = self.last_raiser("preflop")
        else:
            earlier = self.cbet(before)
            by = earlier.seat if earlier is not None else None
        bets = [act for act in self.on(street) if act.verb == "raise"]
        if not bets or bets[0].seat != by:
            return None
        return bets[0]

    def saw_flop(self, seat: int) -> bool:
        flops = [at for at, event in enumerate(self.events) if isinstance(event, e.BoardDealt)]
        return bool(flops) and not self.folded(seat, flops[0])


Counted = tuple[int, int]
Statistic = Callable[[SlowHand, int], Counted]


def _money(hand: SlowHand, seat: int, verbs: tuple[str, ...]) -> Counted:
    if hand.start.bomb_pot:
        return 0, 0
    own = [act for act in hand.on("preflop") if act.seat == seat]
    flop = hand.all(e.BoardDealt)
    others = [one for one in hand.seats if one != seat]
    if not own and not flop and all(hand.folded(one) for one in others):
        return 0, 0
    return int(any(act.verb in verbs for act in own)), 1


def vpip(hand: SlowHand, seat: int) -> Counted:
    return _money(hand, seat, ("call", "raise"))


def pfr(hand: SlowHand, seat: int) -> Counted:
    return _money(hand, seat, ("raise",))


def _first(hand: SlowHand, seat: int) -> Act | None:
    return next((act for act in hand.on("preflop") if act.seat == seat), None)


def limp(hand: SlowHand, seat: int) -> Counted:
    first = _first(hand, seat)
    if first is None or not first.to_call or hand.raises_before(first):
        return 0, 0
    return int(first.verb == "call"), 1


def _could_steal(hand: SlowHand, act: Act) -> bool:
    folded_to = all(one.verb == "fold" for one in hand.before(act))
    return folded_to and hand.position(act.seat) in ("CO", "BTN", "SB")


def steal(hand: SlowHand, seat: int) -> Counted:
    first = _first(hand, seat)
    # Who checks an option, or had chips in before, is not folded to: everyone before has to have folded.
    if first is None or not _could_steal(hand, first):
        return 0, 0
    return int(first.verb == "raise"), 1


def fold_to_steal(hand: SlowHand, seat: int) -> Counted:
    first = _first(hand, seat)
    if first is None or hand.position(seat) not in ("SB", "BB"):
        return 0, 0
    in_hand = [act for act in hand.before(first) if act.verb != "fold"]
    if len(in_hand) != 1 or in_hand[0].verb != "raise" or not _could_steal(hand, in_hand[0]):
        return 0, 0
    return int(first.verb == "fold"), 1


def _facing(hand: SlowHand, seat: int, raises: int) -> Act | None:
    """A player's first decision before the flop that faces exactly so many raises, the last not his own."""
    for act in hand.on("preflop"):
        before = hand.raises_before(act)
        if act.seat == seat and len(before) == raises and before[-1].seat != seat:
            return act
    return None


def three_bet(hand: SlowHand, seat: int) -> Counted:
    act = _facing(hand, seat, 1)
    return (0, 0) if act is None or not act.may_raise else (int(act.verb == "raise"), 1)


def squeeze(hand: SlowHand, seat: int) -> Counted:
    act = _facing(hand, seat, 1)
    if act is None or not act.may_raise:
        return 0, 0
    opened = hand.raises_before(act)[0]
    called = any(one.verb == "call" and one.at > opened.at for one in hand.before(act))
    return (int(act.verb == "raise"), 1) if called else (0, 0)


def fold_to_three_bet(hand: SlowHand, seat: int) -> Counted:
    act = _facing(hand, seat, 2)
    if act is None or hand.raises_before(act)[0].seat != seat:
        return 0, 0
    return int(act.verb == "fold"), 1


def four_bet(hand: SlowHand, seat: int) -> Counted:
    act = _facing(hand, seat, 2)
    return (0, 0) if act is None else (int(act.verb == "raise"), 1)


def _cbet(street: str) -> Statistic:
    before = STREETS[STREETS.index(street) - 1]

    def counted(hand: SlowHand, seat: int) -> Counted:
        earlier = hand.cbet(before) if before != "preflop" else None
        entitled = hand.last_raiser("preflop") if before == "preflop" else earlier.seat if earlier else None
        own = [act for act in hand.on(street) if act.seat == seat]
        if seat != entitled or not own or hand.raises_before(own[0]):
            return 0, 0
        return int(own[0].verb == "raise"), 1

    return counted


def _fold_to_cbet(street: str) -> Statistic:
    def counted(hand: SlowHand, seat: int) -> Counted:
        bet = hand.cbet(street)
        if bet is None:
            return 0, 0
        later = [act for act in hand.on(street) if act.seat == seat and act.at > bet.at]
        if not later or hand.raises_before(later[0]) != [bet]:
            return 0, 0
        return int(later[0].verb == "fold"), 1

    return counted


def donk(hand: SlowHand, seat: int) -> Counted:
    done = could = 0
    for before, street in pairwise(STREETS):
        aggressor = hand.last_raiser(before)
        own = [act for act in hand.on(street) if act.seat == seat]
        if aggressor is None or not own or hand.raises_before(own[0]):
            continue
        if hand.seats.index(seat) < hand.seats.index(aggressor):
            could += 1
            done += own[0].verb == "raise"
    return done, could


def _check_raise(street: str) -> Statistic:
    def counted(hand: SlowHand, seat: int) -> Counted:
        own = [act for act in hand.on(street) if act.seat == seat]
        if len(own) < 2 or own[0].verb != "check":
            return 0, 0
        return int(own[1].verb == "raise"), 1

    return counted


def wtsd(hand: SlowHand, seat: int) -> Counted:
    if not hand.saw_flop(seat):
        return 0, 0
    return int(hand.all(e.HandEnded)[0].ended_by == "showdown" and not hand.folded(seat)), 1


def wsd(hand: SlowHand, seat: int) -> Counted:
    return (int(hand.won(seat) > 0), 1) if wtsd(hand, seat)[0] else (0, 0)


def wwsf(hand: SlowHand, seat: int) -> Counted:
    return (int(hand.won(seat) > 0), 1) if hand.saw_flop(seat) else (0, 0)


def _later_verbs(hand: SlowHand, seat: int) -> list[str]:
    return [act.verb for act in hand.acts if act.seat == seat and act.street != "preflop"]


def aggression(hand: SlowHand, seat: int) -> Counted:
    verbs = _later_verbs(hand, seat)
    return verbs.count("raise"), verbs.count("call")


def aggression_frequency(hand: SlowHand, seat: int) -> Counted:
    verbs = _later_verbs(hand, seat)
    return verbs.count("raise"), len(verbs) - verbs.count("check")


STATISTICS: dict[str, Statistic] = {
    "vpip": vpip,
    "pfr": pfr,
    "limp": limp,
    "steal": steal,
    "fold_to_steal": fold_to_steal,
    "three_bet": three_bet,
    "fold_to_three_bet": fold_to_three_bet,
    "four_bet": four_bet,
    "squeeze": squeeze,
    **{f"cbet_{street}": _cbet(street) for street in STREETS[1:]},
    **{f"fold_to_cbet_{street}": _fold_to_cbet(street) for street in STREETS[1:]},
    "donk": donk,
    **{f"check_raise_{street}": _check_raise(street) for street in STREETS[1:]},
    "wtsd": wtsd,
    "wsd": wsd,
    "wwsf": wwsf,
    "aggression": aggression,
    "aggression_frequency": aggression_frequency,
}


def slow_figures(hand: SlowHand, seat: int) -> dict[str, Counted]:
    """Every statistic of one player in one hand."""
    if hand.voided:
        return dict.fromkeys(STATISTICS, (0, 0))
    return {name: counted(hand, seat) for name, counted in STATISTICS.items()}


def slow_net(hand: SlowHand, seat: int) -> int:
    """What the hand brought, insurance apart."""
    start = next(one.stack for one in hand.start.players if one.seat == seat)
    final = dict(hand.all(e.HandEnded)[0].stacks)[seat]
    insured = sum(one.to_club for one in hand.all(e.InsuranceSettled) if one.seat == seat)
    return int(final - start + insured)


def slow_ev(hand: SlowHand, seat: int) -> Fraction:
    """The same with equity where all-in before the river; the result where nobody told equities."""
    turned_up = hand.all(e.HandsTurnedUp)
    net = Fraction(slow_net(hand, seat))
    if hand.voided or not turned_up or not turned_up[0].equities:
        return net
    paid_in = hand.won(seat) - slow_net(hand, seat)
    worth = Fraction(-paid_in)
    for number, pot in enumerate(hand.all(e.BettingClosed)[0].pots):
        rake = sum(one.amount for one in hand.all(e.RakeTaken) if one.pot == number)
        told = [one for one in turned_up[0].equities if one.pot == number]
        shares = [Fraction(dict(one.shares).get(seat, 0), 2520 * one.ways) for one in told]
        worth += (pot.amount - rake) * sum(shares, Fraction(0)) / len(told)
    return worth
