"""`riverrun bench`: measure one part of Riverrun on this machine, one file a bench."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import click
import structlog

from console.bench.rows import print_rows

BENCHES = ("engine", "deal", "store", "replay", "evaluator", "insurance", "ledger", "history", "review")
TAKEN_BY = {"actions": ("history", "review"), "entries": ("ledger",), "keep": ("history", "ledger")}


@click.command()
@click.argument("what", type=click.Choice(BENCHES))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a row instead of a table.")
@click.option(
    "--actions",
    type=click.IntRange(1),
    help="history, review: rows of actions at least; 10,000,000 are history's aim's.",
)
@click.option(
    "--entries",
    type=click.IntRange(1_000),
    help="ledger: instead, the first look after a start at an account of so many; 1,000,000 are the aim's.",
)
@click.option(
    "--keep",
    type=click.Path(path_type=Path, file_okay=False),
    help="history, ledger with --entries: a folder for the filled log, which is then there next time.",
)
def bench(what: str, as_json: bool, **options: object) -> None:
    """Measure WHAT on this machine, each beside its peers in the same run."""
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    given = {name: value for name, value in options.items() if value is not None}
    strange = next((name for name in given if what not in TAKEN_BY[name]), None)
    if strange:
        raise click.UsageError(f"{what} takes no --{strange}")
    with _ended_in_order():
        print_rows(import_module(f"console.bench.{what}").rows(**given), as_json=as_json)


@contextmanager
def _ended_in_order() -> Iterator[None]:
    """To be told to end does as Ctrl-C: servers are stopped, throwaway folders are gone."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
