"""Bots are told what to do by the environment."""

import pytest

from riverrun.runtime.settings.environment import BadSetting, read_settings, variables
from services.bots.names import name_of
from services.bots.settings import BotSettings, Pause


def read(**environ: str) -> BotSettings:
    return read_settings(BotSettings, "RIVERRUN_", environ)


def test_six_easy_bots_play_by_default() -> None:
    settings = read()

    assert (settings.bots, settings.bot_level, settings.bot_tables) == (6, "easy", ())
    assert settings.pause == Pause(600, 2_000)


def test_everything_can_be_told() -> None:
    settings = read(
        RIVERRUN_GATEWAY_URL="http://gateway:8080",
        RIVERRUN_BOTS="12",
        RIVERRUN_BOT_TABLES="s0-a,s0-b",
        RIVERRUN_BOT_THINK_MS="0",
        RIVERRUN_BOT_SEED="7",
    )

    assert settings.gateway_url == "http://gateway:8080"
    assert settings.bot_tables == ("s0-a", "s0-b")
    assert settings.pause == Pause(0, 0)
    assert (settings.bots, settings.bot_seed) == (12, 7)


@pytest.mark.parametrize("think", ["fast", "-1", "1-2-3"])
def test_a_pause_that_is_none_is_refused(think: str) -> None:
    with pytest.raises(BadSetting, match="RIVERRUN_BOT_THINK_MS"):
        read(RIVERRUN_BOT_THINK_MS=think)


def test_every_setting_is_explained() -> None:
    assert all(variable.meaning for variable in variables(BotSettings, "RIVERRUN_"))


def test_a_thousand_bots_have_a_thousand_names_that_the_gateway_takes() -> None:
    names = [name_of(number) for number in range(1_000)]

    assert len(set(names)) == 1_000
    assert all(1 <= len(name) <= 20 and name.isprintable() for name in names)
