"""Reads requests into spots, and says what is wrong with the others, without naming a card."""

from collections.abc import Iterable, Sequence

from riverrun.kernel.cards import Card, Cards
from riverrun.kernel.chips import MAX_CHIPS, Chips
from riverrun.kernel.identifiers import SeatNo
from riverrun.pb.insurance.v1 import insurance_pb2 as pb
from riverrun.runtime.grpc.bad_argument import BadArgument
from services.insurance.pricing.spot import Contender, Pot, Spot
from services.insurance.terms_asked import terms_in

BOARDS = range(3, 5)
HANDS = range(2, 10)
POTS = range(1, 10)


def spot_in(request: pb.QuoteRequest) -> Spot:
    """Open hands, pots and terms. Raises `BadArgument`."""
    board = _cards("board", request.board, BOARDS)
    hands = _hands(request.hands, board)
    _check_count("pots", len(request.pots), POTS)
    pots = tuple([_pot(f"pots[{at}]", pot, hands) for at, pot in enumerate(request.pots)])
    return Spot(board, hands, pots, terms_in(request.terms), _limit(request))


def _hands(given: Sequence[pb.OpenHand], board: Cards) -> dict[SeatNo, Cards]:
    _check_count("hands", len(given), HANDS)
    hands: dict[SeatNo, Cards] = {}
    seen = set(board)
    for at, hand in enumerate(given):
        if hand.seat in hands:
            raise BadArgument("duplicate_seat", f"hands[{at}].seat", "a seat that is there already")
        field = f"hands[{at}].cards"
        hands[hand.seat] = _cards(field, hand.cards, range(2, 3))
        if not seen.isdisjoint(hands[hand.seat]):
            raise BadArgument("duplicate_card", field, "a card that is there already")
        seen.update(hands[hand.seat])
    return hands


def _pot(field: str, pot: pb.Pot, hands: dict[SeatNo, Cards]) -> Pot:
    amount = _amount(f"{field}.amount", pot.amount)
    _check_count(f"{field}.contenders", len(pot.contenders), range(1, HANDS.stop))
    contenders = []
    seats: set[SeatNo] = set()
    for at, one in enumerate(pot.contenders):
        place = f"{field}.contenders[{at}]"
        if one.seat in seats:
            raise BadArgument("duplicate_seat", f"{place}.seat", "a seat that is there already")
        if one.seat not in hands:
            raise BadArgument("unknown_seat", f"{place}.seat", "no open hand at this seat")
        seats.add(one.seat)
        chips_in, owed = _amount(f"{place}.chips_in", one.chips_in), _amount(f"{place}.owed", one.owed)
        contenders.append(Contender(one.seat, chips_in, owed))
    left_out = _different(f"{field}.left_out", pot.left_out)
    return Pot(amount, tuple(contenders), frozenset(left_out))


def _limit(request: pb.QuoteRequest) -> Chips | None:
    limits = [
        _amount(field, getattr(request, field))
        for field in ("hand_limit", "club_limit")
        if request.HasField(field)
    ]
    return min(limits, default=None)


def _cards(field: str, packed: bytes, counts: range) -> Cards:
    if len(packed) not in counts:
        raise BadArgument("wrong_count", field, f"{len(packed)} cards instead of {_words(counts)}")
    return _different(field, packed)


def _different(field: str, packed: Iterable[Card]) -> Cards:
    cards = tuple(packed)
    if max(cards, default=0) > 51:
        raise BadArgument("not_a_card", field, "a byte above 51")
    if len(set(cards)) < len(cards):
        raise BadArgument("duplicate_card", field, "a card that is there already")
    return cards


def _amount(field: str, amount: Chips) -> Chips:
    if not 0 <= amount <= MAX_CHIPS:
        raise BadArgument("bad_amount", field, f"{amount}; 0 to {MAX_CHIPS} are possible")
    return amount


def _check_count(field: str, many: int, allowed: range) -> None:
    if many not in allowed:
        raise BadArgument("wrong_count", field, f"{many}; {_words(allowed)} are possible")


def _words(counts: range) -> str:
    return f"{counts.start}" if len(counts) == 1 else f"{counts.start} to {counts.stop - 1}"
