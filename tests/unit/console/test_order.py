"""`riverrun order` without a table: what it asks of the operator, and how an answer reads."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from console.__main__ import main
from console.ordering.answer_words import carried_out, refused, unanswered
from console.ordering.operator_login import operator_name
from riverrun.contracts.operator_commands import DrainTable, ResumeTable, SuspendTable, VoidHand
from riverrun.contracts.refusals import AlreadySuspended, Refusal
from riverrun.contracts.table_commands import Reply
from riverrun.kernel.identifiers import NotAnIdentifier

TABLE = "s0-rhine"


@pytest.mark.parametrize(
    "wrong",
    [
        ["drain", TABLE],
        ["drain", TABLE, "--reason", "  "],
        ["drain", TABLE, "--reason", "x" * 201],
        ["drain", TABLE, "--reason", "a\x1b[2Jb"],
        ["drain", "rhine.>", "--reason", "x"],
        ["drain", TABLE, "--reason", "x", "--operator", "ann smith"],
        ["drain", TABLE, "--reason", "x", "--id", "no id"],
        ["close", TABLE, "--reason", "x"],
    ],
)
def test_an_order_that_is_none_is_a_usage_error(wrong: list[str], tmp_path: Path) -> None:
    given = CliRunner().invoke(main, ["order", *wrong, *(["--data", str(tmp_path)] * (wrong[0] == "drain"))])

    assert given.exit_code == 2
    assert "Usage" in given.output


def test_where_nothing_runs_nobody_is_asked(tmp_path: Path) -> None:
    given = CliRunner().invoke(main, ["order", "void", TABLE, "--reason", "x", "--data", str(tmp_path)])

    assert given.exit_code == 2
    assert f"no `riverrun up` runs on {tmp_path}" in given.output


def test_what_was_carried_out_is_told_in_plain_words() -> None:
    assert "deals no other" in carried_out(TABLE, DrainTable("x"))
    assert carried_out(TABLE, SuspendTable("x")) == "s0-rhine stands still, and no clock runs."
    assert carried_out(TABLE, ResumeTable("x")) == "s0-rhine goes on."
    assert "the hand is void" in carried_out(TABLE, VoidHand("x"))


def test_a_refusal_is_told_with_its_code_and_details() -> None:
    refusal: Refusal = AlreadySuspended(reason="an update")

    told = refused(TABLE, Reply(refusal.code, str(refusal), refusal.details))

    assert told.startswith("s0-rhine refuses (already_suspended): the table is suspended already")
    assert told.endswith("reason: an update")


def test_no_answer_names_the_id_to_ask_again_with() -> None:
    assert "within 15 s" in unanswered(TABLE, 15, "o-1")
    assert "`--id o-1`" in unanswered(TABLE, 15, "o-1")


def test_the_operator_is_who_says_so_or_who_is_logged_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOGNAME", "jan.de vries")

    assert operator_name("ann") == "ann"
    assert operator_name(None) == "jan-de-vries"
    with pytest.raises(NotAnIdentifier):
        operator_name("ann.*")
