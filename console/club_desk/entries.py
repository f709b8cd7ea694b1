"""Entries of the books and closed periods, told."""

from collections.abc import Mapping

import click
import msgspec

from console.telling.listed import at, tell, tell_one
from riverrun.contracts.club_messages import ClosedPeriod, LedgerEntry, MemberSettlement
from riverrun.kernel.identifiers import PlayerId

FIELDS = ("at_ms", "amount", "balance", "reason", "other", "by", "note")


def tell_entry(entry: LedgerEntry, *, as_json: bool) -> None:
    """One transfer, as its account sees it."""
    if as_json:
        tell_one(entry, as_json=True)
    else:
        tell([entry], as_json=False, nothing="", fields=("account", *FIELDS))


def tell_period(closed: ClosedPeriod, names: Mapping[PlayerId, str], *, as_json: bool) -> None:
    """From when to when, and its lines; players by their names where they are known."""
    if as_json:
        click.echo(msgspec.json.encode(closed))
        return
    click.echo(f"{closed.period}: {at(closed.from_ms)} to {at(closed.to_ms)} UTC")
    lines = [
        msgspec.structs.replace(
            one,
            player=names.get(one.player, one.player),
            agent=names.get(one.agent, one.agent),
            earlier={names.get(agent, agent): share for agent, share in one.earlier.items()},
        )
        for one in closed.lines
    ]
    some = any(one.earlier for one in lines)
    fields = [name for name in MemberSettlement.__struct_fields__ if some or name != "earlier"]
    tell(lines, as_json=False, nothing="Nobody moved any chips.", fields=fields)
