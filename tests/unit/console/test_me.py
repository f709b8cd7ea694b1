"""`riverrun me exclude`: what cannot be taken back is asked once more."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from console.__main__ import main
from console.account import errand
from console.account.kept_accounts import KeptAccounts

SURE = "nobody can undo it"


@pytest.fixture
def nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal at which nobody is logged in."""
    monkeypatch.setattr(errand, "accounts_of_this_person", lambda: KeptAccounts(tmp_path / "accounts.json"))


@pytest.mark.usefixtures("nobody")
@pytest.mark.parametrize("answer", ["n\n", "\n", ""])
def test_an_exclusion_that_is_not_confirmed_is_not_asked_for(answer: str) -> None:
    told = CliRunner().invoke(main, ["me", "exclude", "5"], input=answer)

    assert told.exit_code == 1
    assert SURE in told.output
    assert "Aborted" in told.output


@pytest.mark.usefixtures("nobody")
@pytest.mark.parametrize(("words", "answer"), [(["--yes"], ""), ([], "y\n")])
def test_an_exclusion_that_is_confirmed_goes_on_its_way(words: list[str], answer: str) -> None:
    told = CliRunner().invoke(main, ["me", "exclude", "5", *words], input=answer)

    assert "Aborted" not in told.output
    assert "riverrun login" in told.output
