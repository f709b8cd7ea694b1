"""Starts the computer players: `python -m services.bots`."""

import secrets
import sys
from collections.abc import Sequence
from functools import partial
from random import Random

from riverrun.client import RiverrunClient
from riverrun.runtime.serving.part import Part
from riverrun.runtime.serving.process import Process
from riverrun.runtime.serving.run import run_service
from riverrun.runtime.settings.environment import read_settings
from services.bots.bot import Bot
from services.bots.levels import LEVELS
from services.bots.names import name_of
from services.bots.placement import Placement
from services.bots.roster import Roster
from services.bots.settings import BotSettings
from services.bots.swarm import Swarm


def parts(process: Process) -> Sequence[Part]:
    """The bots, wired from the settings."""
    settings = read_settings(BotSettings, "RIVERRUN_")
    placement = Placement(settings.bot_tables, settings.bot_free_seats)
    roster = Roster(settings.bot_roster)
    level = LEVELS[settings.bot_level]
    seed = secrets.token_hex(8) if settings.bot_seed is None else str(settings.bot_seed)
    connect = partial(RiverrunClient, settings.gateway_url)
    bots = [
        Bot(name, connect, level, settings.pause, placement, roster, Random(f"{seed} {name}"))
        for name in map(name_of, range(settings.bots))
    ]
    return [Swarm(bots, process.guard)]


if __name__ == "__main__":
    sys.exit(run_service("bots", parts))
