"""`riverrun club template`: sets of table options, from which tables are opened."""

from pathlib import Path

import click
import msgspec

from console.club_desk.club_errand import ClubErrand, club_errand, club_look
from console.club_desk.options import options_of
from console.telling.listed import tell, tell_one
from riverrun.client import RiverrunClient
from riverrun.contracts.club_messages import ClubTemplate
from riverrun.contracts.table_config import TableConfig


class ListedTemplate(msgspec.Struct, frozen=True):
    """A template in a line."""

    template: str
    name: str
    seats: int
    small_blind: int
    big_blind: int
    min_buy_in: int
    max_buy_in: int
    rake_bps: int


@click.group()
def template() -> None:
    """Keep sets of table options, from which tables are opened."""


async def _kept(client: RiverrunClient, club: str) -> list[ClubTemplate]:
    return (await client.clubs.show(club)).templates or []


@template.command("list")
@club_look
def list_templates(asking: ClubErrand) -> None:
    """List the templates; owner and managers see them."""
    listed = [
        ListedTemplate(
            one.name,
            one.options.name,
            one.options.seats,
            one.options.small_blind,
            one.options.big_blind,
            one.options.min_buy_in,
            one.options.max_buy_in,
            one.options.rake.bps,
        )
        for one in asking.at_club(_kept)
    ]
    tell(listed, as_json=asking.as_json, nothing="No templates yet: `riverrun club template save NAME`.")


@template.command("show")
@click.argument("name")
@club_look
def show_template(asking: ClubErrand, name: str) -> None:
    """Write a template's options as JSON, to be changed and saved with --file."""
    found = [one.options for one in asking.at_club(_kept) if one.name == name]
    if not found:
        raise click.ClickException(f"There is no template {name}: `riverrun club template list`.")
    click.echo(msgspec.json.format(msgspec.json.encode(found[0])))


@template.command("save")
@click.argument("name")
@click.option("--file", type=click.Path(path_type=Path), help="Options as JSON; `-` reads them from here.")
@click.option("--set", "wanted", multiple=True, metavar="OPTION=VALUE", help="Such as rake.bps=500.")
@club_errand
def save_template(asking: ClubErrand, name: str, file: Path | None, wanted: tuple[str, ...]) -> None:
    """Keep the options under NAME: the file's, or those it has already, or the defaults, with what is --set.

    Tables that are open keep theirs.
    """

    async def save(client: RiverrunClient, club: str) -> TableConfig:
        known = [one.options for one in await _kept(client, club) if one.name == name]
        options = options_of(known[0] if known else TableConfig(), file, wanted)
        await client.clubs.save_template(club, name, options, asking.key)
        return options

    saved = asking.at_club(save)
    if asking.as_json:
        tell_one(saved, as_json=True)
    else:
        asking.done(f"Kept as {name}: `riverrun club table open {name}` opens a table.")


@template.command("drop")
@click.argument("name")
@club_errand
def drop_template(asking: ClubErrand, name: str) -> None:
    """Keep a template no more; tables that were opened from it stay."""
    asking.at_club(lambda client, club: client.clubs.drop_template(club, name, asking.key))
    asking.done(f"{name} is kept no more.")
