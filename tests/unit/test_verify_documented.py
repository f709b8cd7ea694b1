"""The verifier printed in docs/fairness.md works, and agrees with ours."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from riverrun.holdem.hand_verdict import HandProven, HandRefuted, check_hand_proof
from tests.support.patience import LONG_S

PROJECT = Path(__file__).parents[2]
EXPORTED = PROJECT / "tests" / "golden" / "hand_proof.json"
CUT = PROJECT / "tests" / "golden" / "hand_proof_cut.json"
DOCUMENT = (PROJECT / "docs" / "fairness.md").read_text()

File = dict[str, Any]


@pytest.fixture
def script(tmp_path: Path) -> Path:
    printed = re.search(r"<!-- verifier -->\n```python\n(.*?)```", DOCUMENT, flags=re.DOTALL)
    assert printed is not None
    path = tmp_path / "verifier.py"
    path.write_text(printed[1])
    return path


@pytest.mark.parametrize("exported", [EXPORTED, CUT], ids=["uncut", "cut"])
def test_it_proves_an_exported_hand_with_nothing_but_python(script: Path, exported: Path) -> None:
    command = [sys.executable, "-I", "-S", str(script), str(exported)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=LONG_S, check=False)

    assert (ran.returncode, ran.stdout) == (0, "every card is proven\n")


@pytest.mark.parametrize(
    "bend",
    [
        lambda file: None,
        lambda file: file.update(hand=18),
        lambda file: file.update(button=3),
        lambda file: file.update(burn_cards=True),
        lambda file: file.update(commitment="0" * 64),
        lambda file: file.update(leaves="0" * 64 + file["leaves"][64:]),
        lambda file: file.update(leaves=file["leaves"][:-64] + "0" * 64),
        lambda file: file["openings"].pop(),
        lambda file: file["openings"].append(file["openings"][0]),
        lambda file: file["openings"][2].update(card="As"),
        lambda file: file["openings"][2].update(salt="0" * 64),
        lambda file: file["openings"][2].update(position=40),
        lambda file: file["openings"][0].update(seat=5),
        lambda file: file["openings"][-1].update(board=1),
        lambda file: file["players"][0].update(cards="????"),
        lambda file: file["players"][1].update(cards="AsKs"),
        lambda file: file["streets"][0].update(cards="AsKsQs"),
        lambda file: file["streets"].pop(),
        lambda file: file.update(viewer=5),
    ],
)
def test_it_agrees_with_ours_on_bent_hands(script: Path, bend: Callable[[File], object]) -> None:
    names: dict[str, Any] = {"__name__": "verifier"}
    exec(compile(script.read_text(), str(script), "exec"), names)
    file: File = json.loads(EXPORTED.read_text())
    bend(file)

    proven = names["failure"](file) is None

    assert proven == isinstance(check_hand_proof(file), HandProven)


@pytest.mark.parametrize(
    "bend",
    [
        lambda file: file["cut"][0].update(nonce="0" * 64),
        lambda file: file["cut"][0].update(nonce=None),
        lambda file: file["cut"][1].update(commitment="0" * 64),
        lambda file: file["openings"][0].update(position=40),
        lambda file: file.update(commitment="0" * 64),
    ],
)
def test_it_agrees_with_ours_on_bent_cuts(script: Path, bend: Callable[[File], object]) -> None:
    names: dict[str, Any] = {"__name__": "verifier"}
    exec(compile(script.read_text(), str(script), "exec"), names)
    file: File = json.loads(CUT.read_text())
    bend(file)

    assert names["failure"](file) is not None
    assert isinstance(check_hand_proof(file), HandRefuted)
