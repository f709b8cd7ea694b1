"""`riverrun me`: what a person asks of the house for himself, and about others."""

import click
import msgspec

from console.account.errand import Errand
from console.account.errand_options import errand_with, looks_with
from console.account.words import account_words
from console.club_desk.amounts import CHIPS
from console.supervisor.log_line import printable
from console.telling.listed import at, tell, tell_one
from riverrun.client import RiverrunClient
from riverrun.contracts.account_messages import Me, OwnLimit, Rules
from riverrun.contracts.door_messages import Report, ReportedFor

MOST_DAYS = 1_826
BUY_IN = "buy-in"

look, errand = looks_with(account_words), errand_with(account_words)


class ListedLimit(msgspec.Struct, frozen=True):
    """A limit in a line; `then` counts from `from_ms` on."""

    limit: str
    value: int
    then: str
    from_ms: int


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
    buy_in = OwnLimit(rules.buy_in_limit, rules.next_buy_in_limit, rules.next_limit_ms)
    listed = [
        ListedLimit(name.replace("_", "-"), one.value, _then(one), one.next_ms)
        for name, one in {"buy_in": buy_in, **rules.limits}.items()
        if one.value or one.next_ms
    ]
    tell(listed, as_json=False, nothing="You have set yourself no limits: `riverrun me limit`.")
    if rules.excluded_until_ms:
        click.echo(f"You are let in nowhere until {at(rules.excluded_until_ms)} UTC.")
    if rules.blocked:
        click.echo(f"You do not hear {', '.join(map(printable, rules.blocked))}.")


def _then(limit: OwnLimit) -> str:
    if not limit.next_ms:
        return ""
    return f"{limit.next_value:,}" if limit.next_value else "none"


@me.command("limit")
@click.argument("what", type=click.Choice([BUY_IN, "loss-day", "loss-week", "loss-month", "time-day"]))
@click.argument("value", type=CHIPS)
@errand
def limit(asking: Errand, what: str, value: int) -> None:
    """Bring at most so many chips to a table, lose at most so many, or play at most so many minutes a day.

    0: no limit. Stricter at once, looser after the house's time of cooling off.
    """

    async def choose(client: RiverrunClient) -> Rules:
        if what == BUY_IN:
            return await client.own_rules.limit_buy_ins(value, asking.key)
        return await client.own_rules.choose_limit(what.replace("-", "_"), value, asking.key)

    _tell_rules(asking, asking.do(choose))


@me.command("standing")
@look
def standing(asking: Errand) -> None:
    """Show how much of each limit is used up, and when it counts anew."""
    counted = asking.do(lambda client: client.own_rules.standing())
    tell(counted, as_json=asking.as_json, nothing="You have set yourself no limits of losses or time.")


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
