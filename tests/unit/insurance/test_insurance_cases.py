"""Conformance cases of insurance: what holds passes, what does not is told."""

from typing import Any

import msgspec
import pytest

from console.cases.case_files import StoredCase
from console.cases.case_shapes import Header
from console.cases.playing import play
from console.cases.verdict import Verdict

QUEENS_TEN_HIGH = {
    "board": "3c6dTs2h",
    "players": {"1": "QcQd", "4": "TdJd"},
    "pot": 800,
    "coverage": 400,
    "next_card": "Th",
}
"""Queens against tens on the turn: two tens and three jacks beat them."""
OFFERED = {
    "street": "turn",
    "covers": "river",
    "unseen": 44,
    "offered": True,
    "favourite": 1,
    "outs": ["Jc", "Jh", "Js", "Tc", "Th"],
    "outs_count": 5,
    "tie_outs": [],
    "odds": "6",
    "max_coverage": 800,
    "premium": 67,
    "payout": 400,
    "result": "hit",
    "ledger": {"favourite_premium": 0, "favourite_payout": 400, "house": -400},
    "favourite_insurance_net": 400,
    "favourite_insurance_net_if_premium_kept": 333,
}
BOTH_STREETS = {
    "pot": 800,
    "players": {"1": "QcQd", "4": "TdJd"},
    "flop": "3c6dTs",
    "buy_flop": 300,
    "turn": "2h",
    "buy_turn": 400,
    "river": "Th",
}
PRINTED = "30 15 10 7 6 5 4 3.5 3 2.5 2.2 2 1.8 1.6"


def verdict_on(type_: str, **case: Any) -> Verdict:
    header = Header("T-1", type_, "insurance")
    return play(StoredCase(header, msgspec.json.encode({"id": "T-1", "type": type_, **case}), "own.json"))


def differences(type_: str, **case: Any) -> list[str]:
    return [difference.what for difference in verdict_on(type_, **case).differences]


def test_one_street_that_holds_passes() -> None:
    assert differences("insurance", **QUEENS_TEN_HIGH, expect=OFFERED) == []


@pytest.mark.parametrize(
    ("field", "wrong"),
    [
        ("street", "flop"),
        ("covers", "turn"),
        ("unseen", 45),
        ("offered", False),
        ("reason", "no_outs"),
        ("favourite", 4),
        ("outs", ["Jc"]),
        ("outs_count", 6),
        ("tie_outs", ["2c"]),
        ("odds", "6.1"),
        ("max_coverage", 801),
        ("premium", 66),
        ("payout", 399),
        ("result", "miss"),
        ("ledger", {"favourite_premium": 0, "favourite_payout": 400, "house": 0}),
        ("favourite_insurance_net", 0),
        ("favourite_insurance_net_if_premium_kept", 400),
    ],
)
def test_each_thing_that_does_not_hold_is_told(field: str, wrong: Any) -> None:
    assert differences("insurance", **QUEENS_TEN_HIGH, expect=OFFERED | {field: wrong}) == [field]


def test_a_case_may_assert_that_nothing_is_offered() -> None:
    case = {"board": "2c2d2h2s", "players": {"1": "AcAd", "2": "KcKd"}, "pot": 50}

    assert differences("insurance", **case, expect={"offered": False, "reason": "no_outs", "outs": []}) == []
    assert differences("insurance", **case, expect={"premium": 3}) == ["premium"]


def test_what_a_case_asks_for_and_nobody_knows_fails() -> None:
    assert differences("insurance", **QUEENS_TEN_HIGH, expect=OFFERED | {"colour": "red"}) == ["the case"]


def test_a_coverage_that_may_not_be_bought_fails_the_case() -> None:
    case = QUEENS_TEN_HIGH | {"coverage": 801}

    assert differences("insurance", **case, expect=OFFERED) == ["the case"]


def test_both_streets_are_settled_together() -> None:
    expect = {
        "flop": {"outs_count": 5, "premium": 50, "result": "miss", "payout": 0},
        "turn": {"outs_count": 5, "premium": 67, "result": "hit", "payout": 400},
        "favourite_insurance_net": 350,
        "favourite_insurance_net_if_premium_kept": 283,
        "house_net": -350,
        "pot_to": 4,
    }
    assert differences("insurance_sequence", **BOTH_STREETS, expect=expect) == []
    assert differences("insurance_sequence", **BOTH_STREETS, expect=expect | {"pot_to": [4]}) == []
    assert differences("insurance_sequence", **BOTH_STREETS, expect=expect | {"house_net": 1}) == [
        "house_net"
    ]


def test_who_refused_on_the_flop_buys_on_the_turn() -> None:
    case = BOTH_STREETS | {"buy_flop": None}
    expect = {"turn": {"premium": 67, "result": "hit"}, "favourite_insurance_net": 400}

    assert differences("insurance_sequence", **case, expect=expect) == []


def test_a_turn_that_beats_the_favourite_leaves_another_to_insure() -> None:
    case = BOTH_STREETS | {"turn": "Tc", "buy_turn": 80, "river": "2d"}
    expect = {
        "flop": {"result": "hit", "payout": 300},
        "turn": {"favourite": 4, "outs_count": 2, "odds": "15", "premium": 6, "result": "miss"},
        "house_net": -294,
        "pot_to": 4,
    }
    assert differences("insurance_sequence", **case, expect=expect) == []


def test_what_is_expected_for_nothing_bought_is_the_cover_for_what_is_owed() -> None:
    case = BOTH_STREETS | {"buy_turn": None, "river": "5s"}
    expect: dict[str, Any] = {"turn": {"premium": 9, "result": "miss"}, "house_net": 59}

    assert differences("insurance_sequence", **case, expect=expect) == []
    assert differences("insurance_sequence", **case, expect={"house_net": 50}) == []


def test_situations_are_told_apart_by_their_reasons() -> None:
    row = {"all_in": True, "street": "turn", "buyer": "favourite", "outs": 4} | {
        "rit_agreed": False,
        "enabled": True,
    }
    rows = [
        row | {"allowed": True},
        row | {"outs": 0, "allowed": False, "reason": "no_outs"},
        row | {"outs": 16, "allowed": False, "reason": "too_many_outs"},
        row | {"street": "flop", "coverage": 500, "pot": 500, "allowed": True},
        row
        | {"street": "flop", "coverage": 501, "pot": 500, "allowed": False, "reason": "coverage_above_pot"},
        row | {"coverage": -5, "allowed": False, "reason": "bad_coverage"},
        row | {"buyer": "underdog", "allowed": False, "reason": "not_favourite"},
    ]

    assert differences("insurance_policy", rows=rows) == []
    assert differences("insurance_policy", rows=[row | {"allowed": False, "reason": "disabled"}]) == [
        "row 1, allowed",
        "row 1, reason",
    ]


def test_a_table_of_odds_is_read_row_by_row() -> None:
    odds = dict(enumerate(PRINTED.split(), start=1))
    case: dict[str, Any] = {"odds": odds, "interpolated": [11, 13], "not_offered": [0, 15]}

    assert differences("odds_table", **case) == []
    assert "odds of 3" in differences("odds_table", **case | {"odds": odds | {3: "9"}})
    assert differences("odds_table", **case | {"not_offered": [14]}) == ["offered with 14"]


@pytest.mark.parametrize(
    "case",
    [
        {"rows": [{"unseen": 44, "outs": 9, "margin": 0.05, "odds": "3.69"}]},
        {"rows": [{"unseen": 45, "outs": 8, "margin": "7%", "odds": 4.3}]},
        {"unseen": 44, "margin_bps": 200, "odds": {"4": "9.80", "2": "20.58"}},
        {"street": "turn", "margin_pct": 5, "outs": 9, "expect": {"odds": "3.69"}},
        {"street": "flop", "margin": 5, "rows": [{"outs": 9, "expect": "3.8"}]},
        {"config": {"margin": 0.05}, "unseen": 44, "expect": {"4": "9.5", "9": "3.69"}},
        {"unseen": 44, "margin": 5, "rows": [{"outs": 9, "expect": {"odds": "3.6944"}}]},
        {"unseen": 44, "margin": 5, "rows": [{"outs": 9, "odds": "3.69", "coverage": 100, "premium": 28}]},
    ],
)
def test_odds_by_the_formula_are_worked_out_however_the_rows_are_written(case: dict[str, Any]) -> None:
    assert differences("odds_formula", **case) == []


def test_wrong_odds_by_the_formula_are_told() -> None:
    case: dict[str, Any] = {"unseen": 44, "margin_bps": 500, "outs": 9}

    assert differences("odds_formula", **case, odds="3.7") == ["odds of 9"]
    assert differences("odds_formula", **case, odds="3.69", coverage=100, premium=27) == ["premium of 9"]
