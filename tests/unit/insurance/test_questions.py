"""A question that cannot be answered is refused by a code that stays, with the field named."""

from collections.abc import Callable
from fractions import Fraction
from typing import TypeAlias

import pytest

from riverrun.kernel.cards import cards
from riverrun.pb.insurance.v1 import insurance_pb2 as pb
from riverrun.runtime.grpc.bad_argument import BadArgument
from services.insurance.pricing.odds import USUAL_TABLE
from services.insurance.pricing.spot import Contender, Pot, Spot
from services.insurance.pricing.terms import Terms
from services.insurance.questions import spot_in
from tests.unit.insurance.requests import USUAL_TERMS, pot, question

ACES_AND_KINGS = ("2c7d9hJs", "AhAd", "KsKd")
Spoil: TypeAlias = Callable[[pb.QuoteRequest], object]


def good() -> pb.QuoteRequest:
    return question(ACES_AND_KINGS, pot(1000, 1, 2))


def rows(*outs: int) -> list[pb.TableRow]:
    return [pb.TableRow(outs=one, odds=pb.Odds(paid=2, premium=1)) for one in outs]


def table(*given: pb.TableRow) -> Spoil:
    return lambda request: request.terms.odds_table.extend(given)


def row(outs: int, paid: int, premium: int) -> Spoil:
    return table(pb.TableRow(outs=outs, odds=pb.Odds(paid=paid, premium=premium)))


def terms(**fields: int) -> Spoil:
    return lambda request: request.terms.MergeFrom(pb.Terms(**fields))  # type: ignore[arg-type]


def board(packed: bytes) -> Spoil:
    return lambda request: setattr(request, "board", packed)


def hand(at: int, packed: bytes) -> Spoil:
    return lambda request: setattr(request.hands[at], "cards", packed)


def in_pot(field: str, value: object) -> Spoil:
    return lambda request: setattr(request.pots[0], field, value)


def in_contender(field: str, value: int) -> Spoil:
    return lambda request: setattr(request.pots[0].contenders[1], field, value)


def more_hands(many: int) -> Spoil:
    return lambda request: request.hands.extend(
        pb.OpenHand(seat=10 + at, cards=bytes([4 * at + 2, 4 * at + 3])) for at in range(many)
    )


SPOILED: list[tuple[Spoil, str, str]] = [
    (board(b""), "wrong_count", "board"),
    (board(bytes(cards("2c7d"))), "wrong_count", "board"),
    (board(bytes(cards("2c7d9hJs4s"))), "wrong_count", "board"),
    (board(bytes(cards("2c7d9hJs4s5s"))), "wrong_count", "board"),
    (board(b"\x01\x02\x34"), "not_a_card", "board"),
    (board(b"\x01\x02\x01"), "duplicate_card", "board"),
    (lambda request: request.hands.pop(), "wrong_count", "hands"),
    (more_hands(8), "wrong_count", "hands"),
    (hand(1, bytes(cards("Ks"))), "wrong_count", "hands[1].cards"),
    (hand(1, bytes(cards("KsKdKh"))), "wrong_count", "hands[1].cards"),
    (hand(1, b"\x01\xff"), "not_a_card", "hands[1].cards"),
    (hand(1, b"\x01\x01"), "duplicate_card", "hands[1].cards"),
    (hand(1, bytes(cards("KsAd"))), "duplicate_card", "hands[1].cards"),
    (hand(1, bytes(cards("KsJs"))), "duplicate_card", "hands[1].cards"),
    (lambda request: setattr(request.hands[1], "seat", 1), "duplicate_seat", "hands[1].seat"),
    (lambda request: request.pots.pop(), "wrong_count", "pots"),
    (lambda request: request.pots.extend([pot(1, 1)] * 9), "wrong_count", "pots"),
    (lambda request: request.pots[0].contenders.clear(), "wrong_count", "pots[0].contenders"),
    (in_pot("amount", -1), "bad_amount", "pots[0].amount"),
    (in_pot("amount", 10**15 + 1), "bad_amount", "pots[0].amount"),
    (in_pot("left_out", b"\x34"), "not_a_card", "pots[0].left_out"),
    (in_pot("left_out", b"\x01\x01"), "duplicate_card", "pots[0].left_out"),
    (in_contender("seat", 1), "duplicate_seat", "pots[0].contenders[1].seat"),
    (in_contender("seat", 3), "unknown_seat", "pots[0].contenders[1].seat"),
    (in_contender("chips_in", -1), "bad_amount", "pots[0].contenders[1].chips_in"),
    (in_contender("owed", -1), "bad_amount", "pots[0].contenders[1].owed"),
    (lambda request: setattr(request, "hand_limit", -1), "bad_amount", "hand_limit"),
    (lambda request: setattr(request, "club_limit", -1), "bad_amount", "club_limit"),
    (lambda request: request.ClearField("terms"), "unknown_policy", "terms.policy"),
    (lambda request: setattr(request.terms, "policy", 0), "unknown_policy", "terms.policy"),
    (terms(policy=9), "unknown_policy", "terms.policy"),
    (lambda request: setattr(request.terms, "premium_on_hit", 0), "unknown_policy", "terms.premium_on_hit"),
    (terms(premium_on_hit=9), "unknown_policy", "terms.premium_on_hit"),
    (terms(policy=pb.POLICY_FAIR_MARGIN), "bad_margin", "terms.margin_bps"),
    (terms(policy=pb.POLICY_FAIR_MARGIN, margin_bps=199), "bad_margin", "terms.margin_bps"),
    (terms(policy=pb.POLICY_FAIR_MARGIN, margin_bps=701), "bad_margin", "terms.margin_bps"),
    (table(*rows(1, 2, 3)), "hole_in_table", "terms.odds_table"),
    (table(*rows(*range(1, 14))), "hole_in_table", "terms.odds_table"),
    (table(*rows(*range(1, 15), 7)), "hole_in_table", "terms.odds_table[14].outs"),
    (row(0, 2, 1), "bad_odds", "terms.odds_table[0].outs"),
    (row(15, 2, 1), "bad_odds", "terms.odds_table[0].outs"),
    (row(1, 2, 0), "bad_odds", "terms.odds_table[0].odds"),
    (row(1, 0, 1), "bad_odds", "terms.odds_table[0].odds"),
    (row(1, -2, -1), "bad_odds", "terms.odds_table[0].odds"),
    (row(1, 9, 10), "bad_odds", "terms.odds_table[0].odds"),
    (row(1, 1_001, 1), "bad_odds", "terms.odds_table[0].odds"),
    (row(1, 20_001, 10_001), "bad_odds", "terms.odds_table[0].odds"),
]


@pytest.mark.parametrize(("spoil", "code", "field"), SPOILED)
def test_a_bad_question_is_refused_with_code_and_field(spoil: Spoil, code: str, field: str) -> None:
    request = good()
    spoil(request)

    with pytest.raises(BadArgument) as refused:
        spot_in(request)

    assert (refused.value.code, refused.value.field) == (code, field)


def test_a_question_becomes_a_spot() -> None:
    request = question(ACES_AND_KINGS, pot(1000, 1, 2, owed=70, left_out="Kc"))

    assert spot_in(request) == Spot(
        board=cards("2c7d9hJs"),
        hands={1: cards("AhAd"), 2: cards("KsKd")},
        pots=(Pot(1000, (Contender(1, 500, 70), Contender(2, 500)), frozenset(cards("Kc"))),),
        terms=Terms(margin_bps=0),
    )


def test_nine_hands_and_nine_pots_are_a_question() -> None:
    request = good()
    more_hands(7)(request)
    request.pots.extend([pot(1, 1)] * 8)

    spot = spot_in(request)

    assert (len(spot.hands), len(spot.pots)) == (9, 9)


@pytest.mark.parametrize(
    ("hand_limit", "club_limit", "limit"),
    [(None, None, None), (500, None, 500), (None, 0, 0), (500, 300, 300), (300, 500, 300)],
)
def test_the_lower_of_both_limits_holds(
    hand_limit: int | None, club_limit: int | None, limit: int | None
) -> None:
    request = good()
    if hand_limit is not None:
        request.hand_limit = hand_limit
    if club_limit is not None:
        request.club_limit = club_limit

    assert spot_in(request).limit == limit


def test_terms_are_the_clubs_own() -> None:
    request = good()
    request.terms.CopyFrom(
        pb.Terms(
            policy=pb.POLICY_FAIR_MARGIN,
            margin_bps=300,
            premium_on_hit=pb.PREMIUM_ON_HIT_KEPT,
            insure_ties=True,
        )
    )

    assert spot_in(request).terms == Terms("fair_margin", USUAL_TABLE, 300, "kept", True, False)


def test_a_club_may_edit_its_table_and_leave_eleven_and_thirteen_to_it() -> None:
    request = good()
    outs = [*range(1, 11), 12, 14]
    request.terms.odds_table.extend(
        pb.TableRow(outs=one, odds=pb.Odds(paid=50 - one, premium=4)) for one in outs
    )

    assert spot_in(request).terms.table[10] == Fraction("9.7")  # (10 + 9.5) / 2 = 9.75, rounded down


def test_the_usual_terms_are_the_rules_defaults() -> None:
    assert USUAL_TERMS.carry
    assert spot_in(good()).terms.table == USUAL_TABLE
