"""The options of every command that goes on an errand: where to, for whom, under which key."""

from collections.abc import Callable
from functools import update_wrapper
from typing import Concatenate, ParamSpec, TypeAlias

import click

from console.account.errand import Errand, Words

URL = "http://127.0.0.1:7300"

Options = ParamSpec("Options")

url_option = click.option(
    "--url",
    default=URL,
    show_default=True,
    envvar="RIVERRUN_URL",
    show_envvar=True,
    help="Where the gateway is.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="JSON, for scripts.")
key_option = click.option(
    "--key",
    default="",
    metavar="KEY",
    help="Of an earlier call whose answer was lost: what it asked for is done once.",
)


Errands: TypeAlias = Callable[Concatenate[Errand, Options], None]


def looks_with(words: Words) -> Callable[[Errands[Options]], Callable[..., None]]:
    """Makes a command of what takes an errand that changes nothing; `words` says what is refused."""

    def command_of(command: Errands[Options]) -> Callable[..., None]:
        def run(url: str, as_json: bool, *rest: Options.args, **options: Options.kwargs) -> None:
            command(Errand(url, words, as_json=as_json), *rest, **options)

        return url_option(json_option(update_wrapper(run, command)))

    return command_of


def errand_with(words: Words) -> Callable[[Errands[Options]], Callable[..., None]]:
    """The same of one that changes something: asked again under its key, it is done once."""

    def command_of(command: Errands[Options]) -> Callable[..., None]:
        def run(url: str, key: str, as_json: bool, *rest: Options.args, **options: Options.kwargs) -> None:
            command(Errand(url, words, key, as_json=as_json), *rest, **options)

        return url_option(key_option(json_option(update_wrapper(run, command))))

    return command_of
