"""An errand at one club: the one that is named, or the only one that the person belongs to."""

from collections.abc import Awaitable, Callable
from functools import update_wrapper
from typing import Concatenate, ParamSpec, TypeAlias, TypeVar

import click

from console.account.errand import Errand
from console.account.errand_options import json_option, key_option, url_option
from console.club_desk.words import club_words
from riverrun.client import RiverrunClient

Answer = TypeVar("Answer")
Options = ParamSpec("Options")


class ClubErrand(Errand):
    """`club` is an id, a name, or empty."""

    def __init__(self, url: str, club: str, key: str = "", *, as_json: bool = False) -> None:
        super().__init__(url, club_words, key, as_json=as_json)
        self._club = club

    def at_club(self, wanted: Callable[[RiverrunClient, str], Awaitable[Answer]]) -> Answer:
        """Have it done at the club. Raises `ClickException`."""

        async def done(client: RiverrunClient) -> Answer:
            return await wanted(client, await _chosen(client, self._club))

        return self.do(done)


async def _chosen(client: RiverrunClient, named: str) -> str:
    mine = await client.clubs.mine()
    found = [one for one in mine if named in ("", one.club, one.name)]
    if len(found) == 1:
        return found[0].club
    if not mine:
        raise click.ClickException("You belong to no club: `riverrun club found NAME`, or `join CODE`.")
    names = ", ".join(f"{one.club} ({one.name})" for one in mine)
    raise click.ClickException(f"Say which club, with --club or RIVERRUN_CLUB. Yours are {names}.")


_club_option = click.option(
    "--club",
    default="",
    envvar="RIVERRUN_CLUB",
    metavar="CLUB",
    help="Its id or name; else the only one you belong to.",
)


ClubErrands: TypeAlias = Callable[Concatenate[ClubErrand, Options], None]


def club_look(command: ClubErrands[Options]) -> Callable[..., None]:
    """A command that looks at something of a club's."""

    def run(url: str, club: str, as_json: bool, *rest: Options.args, **options: Options.kwargs) -> None:
        command(ClubErrand(url, club, as_json=as_json), *rest, **options)

    return _club_option(url_option(json_option(update_wrapper(run, command))))


def club_errand(command: ClubErrands[Options]) -> Callable[..., None]:
    """A command that changes something of a club's."""

    def run(
        url: str,
        club: str,
        key: str,
        as_json: bool,
        *rest: Options.args,
        **options: Options.kwargs,
    ) -> None:
        command(ClubErrand(url, club, key, as_json=as_json), *rest, **options)

    return _club_option(url_option(key_option(json_option(update_wrapper(run, command)))))
