"""Findings in the terminal, and as lines of JSON."""

from typing import Any

import msgspec
from rich.table import Table as Grid

from console.telling.listed import at, listed_grid
from console.telling.shown_table import wide_console
from riverrun.contracts.review_messages import Decision
from services.history.docket.docket import Docket
from services.history.docket.docket_events import FindingDecided
from services.history.review.findings import Finding
from services.history.review.hands_of import CheckedHand


def plain(finding: Finding, docket: Docket) -> dict[str, Any]:
    """A finding with what was decided on it, for JSON."""
    decided = [
        msgspec.to_builtins(Decision(one.at_ms, one.by, one.verdict, one.note))
        for one in docket.decided.get(finding.key, ())
    ]
    return {"finding": finding.key, **msgspec.to_builtins(finding), "decided": decided}


def queue(findings: list[Finding], docket: Docket) -> Grid:
    """A line each: the strongest first, with what holds of it now."""
    grid = Grid(box=None, pad_edge=False, header_style="dim")
    for title in ("finding", "score", "hands", "decided", "why"):
        grid.add_column(title, justify="right" if title in ("score", "hands") else "left")
    for one in findings:
        newest = docket.newest(one.key)
        verdict = "" if newest is None else f"{newest.verdict} by {newest.by}"
        grid.add_row(one.key, f"{one.score:.2f}", f"{one.hands:,}", verdict, one.reasons[0])
    return grid


def tell_finding(finding: Finding, hands: list[CheckedHand], docket: Docket) -> None:
    """All of one: why, where to look, and what was said before."""
    console = wide_console()
    console.print(f"[bold]{finding.key}[/]  score {finding.score:.2f}, 1 is the threshold")
    for reason in finding.reasons:
        console.print(f"- {reason}")
    if hands:
        console.print("\nhands to look at (`riverrun hands TABLE HAND`):")
        console.print(listed_grid(hands))
    decided = docket.decided.get(finding.key, ())
    if decided:
        console.print("\ndecided:")
    for one in decided:
        console.print(_decision(one), markup=False)


def _decision(one: FindingDecided) -> str:
    return f"{at(one.at_ms)}  {one.verdict} by {one.by}: {one.note}"
