"""The `riverrun` command: one file a subcommand, imported when it is called."""

import click

from console.lazy_group import LazyGroup

COMMANDS = {
    "up": "Start everything on this machine, with computer players.",
    "play": "Take a seat in this terminal.",
    "register": "Make an account for the person at this terminal.",
    "login": "Log in from this terminal.",
    "logout": "Log out.",
    "tables": "List the tables.",
    "club": "Found a club and run it: members, tables, chips, periods.",
    "me": "Limits of your own, a time apart, whom you do not hear, devices.",
    "clubs": "For operators: all clubs, their accounts and statements, from the log.",
    "replay": "Tell a table's hands from the log, or its state at any version.",
    "history": "Say how far history has come; verify it; make it again from the log.",
    "hands": "Find finished hands, tell one step by step, write it in another format, keep it, share it.",
    "phh": "Bring in hands that were played elsewhere.",
    "stats": "Show a player's figures, or who plays most.",
    "report": "Draw a player's winnings, sessions and insurance.",
    "review": "Look for collusion and machines, and decide what it was.",
    "order": "Have a table drain, stand still, go on, roll to a new id, or void its hand.",
    "audit": "Prove from the log that no chip was made or lost.",
    "archive": "Put closed ids of tables into files with signed totals, or check those.",
    "audit-log": "Search who did what, when, from where, and what came of it.",
    "verify": "Check the cards of an exported hand, offline.",
    "conformance": "Play cases of hands through the real commands and events.",
    "bench": "Measure how fast it is, beside its peers.",
    "found": "Found the streams on a NATS server, as the operator.",
}


@click.group(cls=LazyGroup, told=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="riverrun", prog_name="riverrun", message="%(prog)s %(version)s")
def main() -> None:
    """No-Limit Hold'em tables whose only truth is their event log."""


if __name__ == "__main__":
    main(prog_name="riverrun")
