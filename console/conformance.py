"""`riverrun conformance`: play conformance cases through the real commands and events."""

import sys
from pathlib import Path

import click
import msgspec
from rich.console import Console
from rich.progress import track

from console.cases.case_files import NotACaseFile, stored_cases
from console.cases.playing import play
from console.cases.summary import failing_line, print_kinds, totals

ALL_PASSED, SOME_FAILED, UNREADABLE = 0, 1, 2


@click.command()
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a case; the totals go to stderr.")
def conformance(paths: tuple[Path, ...], as_json: bool) -> None:
    """Play conformance cases through the real commands and events.

    Files are .json arrays or .jsonl, also gzipped; of a folder all such files are played.

    Exit code 0: no case failed; 1: some did, with what was expected and got; 2: a file holds no cases.
    """
    try:
        cases = stored_cases(list(paths))
    except NotACaseFile as error:
        click.echo(str(error), err=True)
        sys.exit(UNREADABLE)
    terminal = Console(stderr=True)
    verdicts = []
    for case in track(cases, "Playing", console=terminal, transient=True, disable=not terminal.is_terminal):
        verdict = play(case)
        verdicts.append(verdict)
        if as_json:
            click.echo(msgspec.json.encode(verdict))
        elif verdict.result == "failed":
            click.echo(failing_line(verdict))
    if not as_json:
        print_kinds(verdicts, Console(width=None if sys.stdout.isatty() else 140))
    click.echo(totals(verdicts), err=as_json)
    sys.exit(SOME_FAILED if any(verdict.result == "failed" for verdict in verdicts) else ALL_PASSED)
