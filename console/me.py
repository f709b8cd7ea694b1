"""`riverrun me`: what a person asks of the house for himself, and about others."""

import click
import msgspec

from console.account.errand import Errand
from console.account.errand_options import errand_with, looks_with
from console.account.words import account_words
from console.club_desk.amounts import CHIPS
from console.supervisor.log_line import printable
from console.telling.listed import listed_grid, tell, tell_one
from console.telling.shown_table import wide_console
from riverrun.client import RiverrunClient
from riverrun.contracts.account_messages import Me, Rules
from riverrun.contracts.door_messages import Report, ReportedFor

MOST_DAYS = 1_826

look, errand = looks_with(account_words), errand_with(account_words)


class Oneself(msgspec.Struct, frozen=True):
    """Who one is, and what one asked of the house."""

    me: Me
    rules: Rules


@click.group()
def me() -> None:
    """Your own limits, a time apart, whom you do not hear, your devices: of who is logged in."""


@me.command("show")
@look
def show_me(asking: Errand) -> None:
    """Show who you are, and what you asked of the house."""

    async def read(client: RiverrunClient) -> Oneself:
        return Oneself(await client.accounts.me(), await client.own_rules.rules())

    found = asking.do(read)
    if asking.as_json:
        tell_one(found, as_json=True)
        return
    click.echo(f"You are {printable(found.me.name)} ({found.me.player}).")
    _tell_rules(asking, found.rules)


def _tell_rules(asking: Errand, rules: Rules) -> None:
    if asking.as_json:
        tell_one(rules, as_json=True)
        return
    numbers = [field for field in rules.__struct_fields__ if field != "blocked"]
    wide_console().print(listed_grid([rules], numbers))
    click.echo(f"You do not hear {', '.join(map(printable, rules.blocked))}." if rules.blocked else "")


@me.command("limit")
@click.argument("buy_in", type=CHIPS)
@errand
def limit_buy_ins(asking: Errand, buy_in: int) -> None:
    """Bring at most BUY_IN to a table; 0: no limit. Stricter at once, looser a day later."""
    _tell_rules(asking, asking.do(lambda client: client.own_rules.limit_buy_ins(buy_in, asking.key)))


@me.command("exclude")
@click.argument("days", type=click.IntRange(1, MOST_DAYS))
@click.confirmation_option(prompt="No table will let you play for that time, and nobody can undo it. Sure?")
@errand
def exclude_me(asking: Errand, days: int) -> None:
    """Be let in nowhere for so many DAYS; it cannot be taken back."""
    _tell_rules(asking, asking.do(lambda client: client.own_rules.exclude(days, asking.key)))


@me.command("block")
@click.argument("player")
@errand
def block(asking: Errand, player: str) -> None:
    """Hear PLAYER (an id) no more, at any table, from your next connection on."""
    _tell_rules(asking, asking.do(lambda client: client.own_rules.block(player, key=asking.key)))


@me.command("unblock")
@click.argument("player")
@errand
def unblock(asking: Errand, player: str) -> None:
    """Hear PLAYER again."""
    unblocked = asking.do(lambda client: client.own_rules.block(player, blocked=False, key=asking.key))
    _tell_rules(asking, unblocked)


@me.command("report")
@click.argument("player")
@click.argument("what", type=click.Choice(["abuse", "collusion", "cheating", "other"]))
@click.option("--words", default="", help="What happened.")
@click.option("--table", default="", metavar="ID", help="Where.")
@click.option("--hand", type=click.IntRange(min=0), default=0, help="In which hand.")
@errand
def report(asking: Errand, player: str, what: ReportedFor, words: str, table: str, hand: int) -> None:
    """Tell the operators about PLAYER (an id)."""
    told = Report(player, what, words, table, hand)
    asking.do(lambda client: client.own_rules.report(told, asking.key))
    asking.done("The operators will read it.")


@me.command("devices")
@look
def devices(asking: Errand) -> None:
    """List the devices that you logged in from."""
    found = asking.do(lambda client: client.accounts.devices())
    tell(found, as_json=asking.as_json, nothing="None.")


@me.command("revoke")
@click.argument("device")
@errand
def revoke(asking: Errand, device: str) -> None:
    """Trust DEVICE (an id) no more: who is logged in there is logged out."""
    asking.do(lambda client: client.accounts.revoke(device, asking.key))
    asking.done("Revoked.")


@me.command("password")
@click.option("--old", prompt="Old password", hide_input=True, help="Better asked than given.")
@click.option(
    "--new",
    prompt="New password",
    hide_input=True,
    confirmation_prompt=True,
    help="Better asked than given.",
)
@errand
def password(asking: Errand, old: str, new: str) -> None:
    """Change your password; all other sessions end."""
    asking.do(lambda client: client.accounts.change_password(old, new, asking.key))
    asking.done("Changed.")
