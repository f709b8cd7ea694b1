"""`riverrun conformance`: right cases pass, wrong ones are told with what was expected and got."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from console.conformance import conformance

OWN = Path(__file__).parent / "cases" / "own.json"
OF_THE_SPEC = OWN.with_name("spec.json")
"""Hands, tables and agreements that the specification's sections 3 to 7 decide, worked out by hand."""


def run(*arguments: object) -> Result:
    return CliRunner().invoke(conformance, [str(argument) for argument in arguments])


def own_case(case: str) -> dict[str, Any]:
    found: dict[str, Any] = next(one for one in json.loads(OWN.read_text()) if one["id"] == case)
    return found


def stored(folder: Path, *cases: object) -> Path:
    path = folder / "cases.json"
    path.write_text(json.dumps(cases))
    return path


def failure(folder: Path, case: dict[str, Any]) -> str:
    result = run(stored(folder, case))
    assert result.exit_code == 1, result.output
    assert result.stdout.splitlines()[-1] == "0 passed, 1 failed, 0 skipped"
    return result.stdout.splitlines()[0]


def test_right_cases_pass_and_none_is_skipped() -> None:
    result = run(OWN)

    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[-1] == "9 passed, 0 failed, 0 skipped"
    assert "straddle" in result.stdout, "every kind is told"


def test_what_the_specification_decides_comes_out_that_way() -> None:
    result = run(OF_THE_SPEC)

    assert result.exit_code == 0, result.output
    assert (
        result.stdout.splitlines()[-1]
        == f"{len(json.loads(OF_THE_SPEC.read_text()))} passed, 0 failed, 0 skipped"
    )


def test_every_case_is_an_object_for_machines() -> None:
    result = run("--json", OWN)
    verdicts = [json.loads(line) for line in result.stdout.splitlines()]

    assert [verdict["id"] for verdict in verdicts] == [f"OWN-{number}" for number in range(1, 10)]
    assert verdicts[0] == {
        "id": "OWN-1",
        "type": "hand",
        "kind": "reopen",
        "file": "own.json",
        "result": "passed",
    }
    assert verdicts[4]["result"] == "passed", "two boards while betting goes on"
    assert result.stderr.splitlines()[-1] == "9 passed, 0 failed, 0 skipped"


def test_cases_are_read_a_line_each_and_gzipped(tmp_path: Path) -> None:
    lines = "\n".join(json.dumps(case) for case in json.loads(OWN.read_text()))
    path = tmp_path / "cases.jsonl.gz"
    path.write_bytes(gzip.compress(lines.encode()))

    assert run(path, OWN).stdout.splitlines()[-1] == "18 passed, 0 failed, 0 skipped"


@pytest.mark.parametrize(
    ("case", "field", "wrong", "told"),
    [
        (
            "OWN-1",
            "final_stacks",
            {"2": 631, "4": 450, "7": 0},
            'expected {"2":631,"4":450,"7":0}, got {"2":630,"4":450,"7":0}',
        ),
        ("OWN-1", "uncalled", {"2": 5}, 'uncalled: expected {"2":5}, got {}'),
        ("OWN-1", "payouts", {"7": 210}, 'payouts: expected {"7":210}, got {"2":210}'),
        ("OWN-1", "pots", [], "pots: expected [], got [[210,[2,7]]]"),
        ("OWN-1", "ended_by", "fold", "ended_by: expected fold, got showdown"),
        ("OWN-1", "show", {}, 'show: expected {}, got {"2":"shown","7":"shown"}'),
        ("OWN-2", "rake", 4, "rake: expected 4, got 5"),
        ("OWN-2", "winners_per_run", [[[3], [3]]], "winners_per_run: expected [[[3],[3]]], got [[[3],[8]]]"),
        ("OWN-3", "error", "straddle_amount", "error: expected straddle_amount, got straddle_not_allowed"),
        ("OWN-6", "ranking", [["B"], ["A"]], "ranking: expected"),
        ("OWN-6", "categories", {"A": "flush"}, "category of A: expected flush, got straight_flush"),
        ("OWN-7", "uncalled", {}, 'uncalled: expected {}, got {"3":20}'),
    ],
)
def test_a_wrong_result_is_told_with_what_came(
    tmp_path: Path, case: str, field: str, wrong: object, told: str
) -> None:
    changed = own_case(case)
    changed["expect"][field] = wrong

    assert told in failure(tmp_path, changed)


def test_a_wrong_offer_and_a_wrong_moment_are_told(tmp_path: Path) -> None:
    offered = own_case("OWN-2")
    offered["legal"][1] = [0, 5, 50]
    assert "action 2, offer: expected [0,5,50], got [0,4,50]" in failure(tmp_path, offered)

    moment = own_case("OWN-1")
    moment["steps"][0]["check"]["pot_total"] = 16
    assert "step 1, pot_total: expected 16, got 15" in failure(tmp_path, moment)


def test_an_illegal_action_that_is_accepted_or_refused_otherwise_is_told(tmp_path: Path) -> None:
    accepted = own_case("OWN-1")
    accepted["steps"][1] = {"seat": 4, "illegal": "raise", "to": 20, "error": "below_min"}
    assert "step 2, refusal: expected below_min, got accepted" in failure(tmp_path, accepted)

    otherwise = own_case("OWN-1")
    otherwise["steps"][1]["error"] = "above_stack"
    assert "step 2, refusal: expected above_stack, got below_min" in failure(tmp_path, otherwise)


def test_a_legal_action_that_is_refused_is_told(tmp_path: Path) -> None:
    case = own_case("OWN-1")
    case["steps"][5] = {"seat": 4, "do": "raise", "to": 501}

    assert "step 6, seat 4 raise to 501: expected accepted, got above_stack" in failure(tmp_path, case)


def test_wrong_places_and_shares_are_told(tmp_path: Path) -> None:
    table = own_case("OWN-9")
    table["hands"][1]["expect"]["bb"] = 3
    assert "hand 2, bb: expected 3, got 1" in failure(tmp_path, table)

    split = own_case("OWN-8")
    split["rows"][0]["shares"] = {"4": 3, "2": 4}
    assert 'row 1: expected {"4":3,"2":4}, got {"2":3,"4":4}' in failure(tmp_path, split)


@pytest.mark.parametrize("part", ["config", "expect"])
def test_nothing_that_a_case_says_goes_unread(tmp_path: Path, part: str) -> None:
    case = own_case("OWN-1")
    case[part]["something_new"] = 1

    assert "unknown field `something_new`" in failure(tmp_path, case)


def test_a_type_that_nobody_knows_fails(tmp_path: Path) -> None:
    assert "type: expected" in failure(tmp_path, {"id": "X-1", "type": "tarot", "kind": "future"})


def test_a_card_that_lies_in_two_places_fails_its_case_alone(tmp_path: Path) -> None:
    case = own_case("OWN-1")
    case["holes"]["2"] = "2cAd"

    assert "a card lies in two places" in failure(tmp_path, case)


WHOLE_DECK = "AcKc AdKd 2c7d9h JsKh 4sTd 3c".replace(" ", "")
"""Two hands dealt one after the other, a flop, and what two runs take of it."""


@pytest.mark.parametrize(
    "case",
    [
        {"board": "2c7d9h", "deck": "JsKh4sTd", "expect": ["2c7d9hJsKh", "2c7d9h4sTd"]},
        {"board": "2c7d9h", "deck": WHOLE_DECK, "expect": {"boards": ["JsKh", "4sTd"]}},
        {"board": "", "holes": {"1": "AcAd", "2": "KcKd"}, "deck": WHOLE_DECK, "runs": ["2c7d9hJsKh"]},
    ],
)
def test_boards_of_one_deck_however_the_case_is_written(tmp_path: Path, case: dict[str, Any]) -> None:
    path = stored(tmp_path, {"id": "X-2", "type": "rit_deck", "kind": "run_it_twice", **case})

    assert run(path).exit_code == 0


def test_a_deck_that_ends_before_the_boards_do_fails_its_case(tmp_path: Path) -> None:
    case = {"id": "X-3", "type": "rit_deck", "board": "2c7d9h", "deck": "JsKh4s"}

    assert "the deck ends before board 2 is whole" in failure(
        tmp_path, case | {"expect": {"boards": ["JsKh", "4sTd"]}}
    )


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"", "holds no cases"),
        (b"[]", "holds no cases"),
        (b"[{", "no JSON array of cases"),
        (b"hello", "case 1 is no case"),
        (b'[{"id": 1}]', "case 1 is no case"),
        (b"\x1f\x8bbroken", "cases.json: "),
    ],
)
def test_a_file_without_cases_is_an_error_of_its_own(tmp_path: Path, content: bytes, told: str) -> None:
    path = tmp_path / "cases.json"
    path.write_bytes(content)
    result = run(path)

    assert result.exit_code == 2
    assert told in result.stderr
    assert result.stdout == ""


def test_of_a_folder_all_files_of_cases_are_played(tmp_path: Path) -> None:
    below = tmp_path / "below"
    below.mkdir()
    (case,) = json.loads(OWN.read_text())[:1]
    stored(tmp_path, case)
    stored(below, case)
    (tmp_path / "NOTES.md").write_text("no cases")

    assert run(tmp_path).stdout.splitlines()[-1] == "2 passed, 0 failed, 0 skipped"


def test_a_folder_without_files_of_cases_is_an_error_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "NOTES.md").write_text("no cases")

    result = run(tmp_path)

    assert result.exit_code == 2
    assert "holds no files of cases" in result.stderr


def test_a_path_that_leads_nowhere_is_an_error_of_its_own(tmp_path: Path) -> None:
    assert run(tmp_path / "nothing.json").exit_code == 2
    assert run(tmp_path).exit_code == 2
    assert run().exit_code == 2
