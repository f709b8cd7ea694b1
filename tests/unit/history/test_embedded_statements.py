"""Statements as they come to the embedded ClickHouse: read in one pass, bounded, whole or not at all."""

import lz4.frame
import pytest

from services.history.embedded import allowed, bodies
from services.history.embedded.allowed import Forbidden, question
from services.history.embedded.bodies import CannotDecompress, decompressed
from services.history.embedded.statement import Statement, statement_of

MUCH = 2_000_000
"""Characters that a pattern which looks at them again and again would take days for."""


@pytest.mark.parametrize(
    "text",
    [
        "insert into t" + " " * MUCH + "values",
        "select 1 format x" + " " * MUCH + "y",
        "select 1" + " format x settings" * (MUCH // 18) + ")",
        "select '" + "\\'" * (MUCH // 2),
        "select '" + "\\\n" * (MUCH // 2) + "\\",
        " " * MUCH + "x",
    ],
)
def test_a_statement_is_read_in_one_pass_whatever_stands_in_it(text: str) -> None:
    read = statement_of({}, text.encode())

    assert (read.text, read.format, read.rows) == (text, "TabSeparated", None)


@pytest.mark.parametrize(
    ("text", "kept", "form"),
    [
        ("SELECT 1 FORMAT JSON", "SELECT 1 ", "JSON"),
        ("SELECT 1 format CSV ;\n", "SELECT 1 ", "CSV"),
        ("SELECT 1 FORMAT CSV SETTINGS max_threads = 1", "SELECT 1 SETTINGS max_threads = 1", "CSV"),
        ("SELECT ' format CSV'", "SELECT ' format CSV'", "TabSeparated"),
        ("SELECT 'a\\'' FORMAT CSV", "SELECT 'a\\'' ", "CSV"),
        ("SELECT x format FROM t FORMAT CSV", "SELECT x format FROM t ", "CSV"),
        ("SELECT x AS format", "SELECT x AS format", "TabSeparated"),
    ],
)
def test_the_last_clause_alone_names_the_answers_format(text: str, kept: str, form: str) -> None:
    read = statement_of({}, text.encode())

    assert (read.text, read.format) == (kept, form)


def test_rows_of_an_insert_begin_behind_its_format() -> None:
    read = statement_of({}, b" INSERT INTO t (a, b) \n FORMAT CSV ;\n1,2\n")

    assert (read.text, read.format, read.rows) == ("t (a, b)", "CSV", b"1,2\n")


def test_an_analysts_question_has_a_greatest_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(allowed, "LONGEST", 8)

    assert question(Statement("SELECT 1", "CSV"), ()).text == "SELECT 1"
    with pytest.raises(Forbidden, match="Max query size") as refused:
        question(Statement("SELECT 12", "CSV"), ())
    assert refused.value.code == allowed.SYNTAX_ERROR


def test_frames_behind_each_other_are_one_body() -> None:
    body = lz4.frame.compress(b"SELECT ") + lz4.frame.compress(b"1")

    assert decompressed(body, "lz4") == b"SELECT 1"


def test_a_body_that_was_cut_short_is_refused() -> None:
    with pytest.raises(CannotDecompress, match="cut short"):
        decompressed(lz4.frame.compress(b"row" * 1000)[:-3], "lz4")


def test_a_small_body_does_not_unfold_into_a_huge_one(monkeypatch: pytest.MonkeyPatch) -> None:
    frame = lz4.frame.compress(b"0" * 1000)
    monkeypatch.setattr(bodies, "LARGEST", 2000)

    assert decompressed(frame * 2, "lz4") == b"0" * 2000
    with pytest.raises(CannotDecompress, match="more than 2000 bytes"):
        decompressed(frame * 3, "lz4")
