"""Entries of the books and closed periods, told."""

import click
import msgspec

from console.telling.listed import at, tell, tell_one
from riverrun.contracts.club_messages import ClosedPeriod, LedgerEntry

FIELDS = ("at_ms", "amount", "balance", "reason", "other", "by", "note")


def tell_entry(entry: LedgerEntry, *, as_json: bool) -> None:
    """One transfer, as its account sees it."""
    if as_json:
        tell_one(entry, as_json=True)
    else:
        tell([entry], as_json=False, nothing="", fields=("account", *FIELDS))


def tell_period(closed: ClosedPeriod, *, as_json: bool) -> None:
    """From when to when, and its lines."""
    if as_json:
        click.echo(msgspec.json.encode(closed))
        return
    click.echo(f"{closed.period}: {at(closed.from_ms)} to {at(closed.to_ms)} UTC")
    tell(closed.lines, as_json=False, nothing="Nobody moved any chips.")
