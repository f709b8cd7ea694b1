"""All verdicts in a few lines: by type and kind, and why what was skipped was skipped."""

from collections import Counter
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table

from console.cases.verdict import Result, Verdict

RESULTS: tuple[Result, ...] = ("passed", "failed", "skipped")


def totals(verdicts: Sequence[Verdict]) -> str:
    """The last line of every run."""
    count = Counter(verdict.result for verdict in verdicts)
    return f"{count['passed']} passed, {count['failed']} failed, {count['skipped']} skipped"


def failing_line(verdict: Verdict) -> str:
    """One line for a failing case: what was expected and what came."""
    return f"FAILED {verdict.file} {verdict.id} ({verdict.kind}): {'; '.join(map(str, verdict.differences))}"


def print_kinds(verdicts: Sequence[Verdict], console: Console) -> None:
    """A row for each type and kind, with the reasons of skipped ones."""
    table = Table("type", "kind")
    for result in RESULTS:
        table.add_column(result, justify="right")
    table.add_column("why skipped", overflow="fold")
    for kind in sorted({(verdict.type, verdict.kind) for verdict in verdicts}):
        of_kind = [verdict for verdict in verdicts if (verdict.type, verdict.kind) == kind]
        count = Counter(verdict.result for verdict in of_kind)
        reasons = sorted({verdict.reason for verdict in of_kind if verdict.reason})
        table.add_row(*kind, *(str(count[result]) for result in RESULTS), "; ".join(reasons))
    console.print(table)
