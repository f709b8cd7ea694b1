"""`riverrun verify HAND.json`: what it prints and how it exits."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from console.verify import verify

EXPORTED = Path(__file__).parents[1] / "golden" / "hand_proof.json"
COMMITMENT = "2c1a04c3bf869a2d044730053953e39fb3fc146e52615780aba149f7108669cb"


@pytest.fixture
def file() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(EXPORTED.read_text())
    return read


def run(*arguments: str, file: dict[str, Any] | bytes | None = None) -> Result:
    content = json.dumps(file).encode() if isinstance(file, dict) else file
    return CliRunner().invoke(
        verify, [*arguments, "-"] if file is not None else list(arguments), input=content
    )


def test_an_exported_hand_is_verified() -> None:
    result = run(str(EXPORTED))

    assert result.exit_code == 0
    assert "Table s0-kq3v9x2m, hand 17, button at seat 2" in result.output
    assert f"Commitment {COMMITMENT}" in result.output
    assert "first card of Cem (seat 2)" in result.output
    assert "VERIFIED: all 10 cards" in result.output
    assert "The other 42 cards stay secret" in result.output


def test_a_changed_card_is_named_and_exits_1(file: dict[str, Any]) -> None:
    file["openings"][1]["card"] = "As"

    result = run(file=file)

    assert result.exit_code == 1
    assert "NOT VERIFIED: leaf mismatch" in result.output
    assert "first card of Cem (seat 2)" in result.output


def test_a_changed_commitment_exits_1(file: dict[str, Any]) -> None:
    file["commitment"] = "00" * 32

    result = run(file=file)

    assert result.exit_code == 1
    assert "NOT VERIFIED: root mismatch" in result.output


def test_the_commitment_told_before_the_deal_is_compared() -> None:
    assert run(str(EXPORTED), "--commitment", COMMITMENT.upper()).exit_code == 0

    result = run(str(EXPORTED), "--commitment", "00" * 32)

    assert result.exit_code == 1
    assert "not the one you were told" in result.output
    assert "VERIFIED: all" not in result.output


@pytest.mark.parametrize("content", [b"", b"{}", b"[]", b"not json", b"\xff\xfe", b"[" * 100_000])
def test_a_file_that_is_no_hand_exits_2(content: bytes) -> None:
    result = run(file=content)

    assert result.exit_code == 2
    assert "This is not an exported hand" in result.stderr


def test_a_missing_file_exits_2(tmp_path: Path) -> None:
    assert run(str(tmp_path / "none.json")).exit_code == 2


def test_the_verdict_can_be_read_by_a_program(file: dict[str, Any]) -> None:
    proven = json.loads(run("--json", file=file).stdout)
    file["openings"][0]["salt"] = "00" * 32
    refuted = json.loads(run("--json", file=file).stdout)

    assert proven["verified"] is True
    assert [card["position"] for card in proven["cards"]] == [0, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert refuted["verified"] is False
    assert (refuted["flaw"], refuted["card"]["position"]) == ("leaf mismatch", 0)


def test_a_foreign_commitment_is_said_to_a_program_too() -> None:
    told = json.loads(run("--json", "--commitment", "00" * 32, str(EXPORTED)).stdout)

    assert (told["verified"], told["commitment_as_told"]) == (False, False)


def test_a_players_name_cannot_steer_the_terminal(file: dict[str, Any]) -> None:
    for player in file["players"]:
        player["name"] = "\x1b[2JEve\n"

    result = run(file=file)

    assert result.exit_code == 0
    assert "\x1b" not in result.output
    assert "?[2JEve?" in result.output
