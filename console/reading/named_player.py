"""The one player whom a command is about."""

from console.giving_up import give_up

UNKNOWN = 1


def only_one_named(text: str, named: list[tuple[str, str]]) -> tuple[str, str]:
    """Id and name; ends the command with exit code 1 where nobody is called so, or several are."""
    if not named:
        give_up(f"nobody called {text} has played", UNKNOWN)
    if len(named) > 1:
        ids = ", ".join(who for who, _ in named)
        give_up(f"several players are called {text}: {ids}", UNKNOWN)
    return named[0]
