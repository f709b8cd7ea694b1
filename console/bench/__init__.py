"""`riverrun bench`: measure one part of Riverrun on this machine, one file a bench."""

import sys
from importlib import import_module

import click
import structlog

from console.bench.rows import print_rows

BENCHES = ("engine", "deal", "store", "replay", "evaluator", "insurance", "ledger", "history")


@click.command()
@click.argument("what", type=click.Choice(BENCHES))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a row instead of a table.")
def bench(what: str, as_json: bool) -> None:
    """Measure WHAT on this machine, each beside its peers in the same run."""
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    print_rows(import_module(f"console.bench.{what}").rows(), as_json=as_json)
