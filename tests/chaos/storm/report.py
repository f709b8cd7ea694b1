"""What a storm has to say, to a person."""

import sys

from tests.chaos.storm.run import Told


def tell(told: Told) -> None:
    """To the terminal."""
    kills = ", ".join(f"{times} {name}" for name, times in sorted(told.kills.items()))
    asked = f"{min(told.in_flight, default=0)} or more operations in flight at each"
    lines = [
        "",
        f"{kills}; {asked}; seed {told.seed}, {told.minutes} minutes",
        ", ".join(f"{times} {name}" for name, times in told.came.items()),
        f"{told.transfers:,} transfers in the ledgers, {told.hands:,} hands",
        f"{told.audits_meanwhile} audits meanwhile, each clean; {told.audits_away} found the log away",
        *(f"wrong: {one}" for one in told.wrong),
        "A PROMISE WAS BROKEN"
        if told.wrong
        else "Every chip is where it belongs, and no transfer is lost or doubled",
        "",
    ]
    sys.stdout.write("\n".join(lines))
