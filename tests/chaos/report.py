"""What a run has to say: to a person, and as a row of the table in `docs/reliability.md`."""

import sys
from collections import defaultdict
from pathlib import Path
from statistics import median

from tests.chaos.run import Broken, Outcome

HEAD = (
    "fault | times | no commit anywhere for: median, longest | take-over: median, longest | tables moved | "
    "clocks extended | `reconnecting` told"
)
BEGIN, END = "<!-- chaos runs -->", "<!-- end of chaos runs -->"


def tell(outcome: Outcome) -> None:
    """To the terminal."""
    lines = ("", *_by_fault(outcome), *_figures(outcome), *_wrong(outcome), _verdict(outcome), "")
    sys.stdout.write("\n".join(lines))


def write(outcome: Outcome, name: str, document: Path) -> None:
    """Into the document, in place of an earlier run of that name."""
    text = document.read_text()
    head, _, rest = text.partition(BEGIN)
    runs, _, tail = rest.partition(END)
    kept = [part for part in runs.split("### ")[1:] if part.split("\n", 1)[0] != name]
    kept.append("\n".join((name, "", *_markdown(outcome), "", "")))
    document.write_text(f"{head}{BEGIN}\n\n{''.join(f'### {part}' for part in sorted(kept))}{END}{tail}")


def _markdown(outcome: Outcome) -> list[str]:
    servers = "one nats-server" if outcome.servers == 1 else f"{outcome.servers} nats-servers"
    return [
        f"`python -m tests.chaos {outcome.command}`, {outcome.began} UTC:",
        f"{servers}, {outcome.tables} tables, {outcome.minutes} minutes, seed {outcome.seed}:",
        f"**{_verdict(outcome).lower()}**.",
        "",
        f"| {HEAD} |",
        "| --- | --- | --- | --- | --- | --- | --- |",
        *(f"| {cells} |" for cells in _rows(outcome)),
        "",
        *(f"- {line}" for line in (*_figures(outcome), *_wrong(outcome))),
    ]


def _verdict(outcome: Outcome) -> str:
    if not outcome.good:
        return "A PROMISE WAS BROKEN"
    if outcome.late:
        return f"nothing lost; slower than promised in {len(outcome.late)} cases"
    return "every promise kept"


def _rows(outcome: Outcome) -> list[str]:
    grouped: dict[str, list[Broken]] = defaultdict(list)
    for one in outcome.broken:
        grouped[one.name].append(one)
    return [
        f"{name} | {len(found)} | {_seconds([one.stall_s for one in found])} | "
        f"{_seconds([one.took_over_s for one in found])} | {sum(one.moves for one in found)} | "
        f"{sum(one.extended for one in found)} | {sum(one.reconnects for one in found)}"
        for name, found in sorted(grouped.items())
    ]


def _seconds(times: list[float] | list[float | None]) -> str:
    known = [one for one in times if one is not None]
    return f"{median(known):.1f} s, {max(known):.1f} s" if known else ""


def _by_fault(outcome: Outcome) -> list[str]:
    return [HEAD, *_rows(outcome)]


def _figures(outcome: Outcome) -> list[str]:
    figures = ", ".join(f"{value:,} {name}" for name, value in outcome.notes.items())
    return [figures, *(f"{name}: skipped, {why}" for name, why in outcome.skipped.items())]


def _wrong(outcome: Outcome) -> list[str]:
    named = (("wrong", outcome.wrong), ("client", outcome.client_errors), ("slow", outcome.late))
    return [f"{name}: {one}" for name, found in named for one in found]
