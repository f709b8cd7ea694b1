"""Settings come from the environment, and a wrong one is named."""

from dataclasses import dataclass
from typing import Annotated

import pytest
from msgspec import Meta

from riverrun.runtime.settings.environment import BadSetting, Port, read_settings, variables


@dataclass(frozen=True)
class TableSettings:
    port: Annotated[int, Meta(ge=0, le=65535, description="0 takes a free port")] = 7302
    turn_s: float = 15.0
    straddle: bool = False
    health_port: Annotated[Port | None, Meta(description="not set: no page")] = None
    servers: Annotated[tuple[str, ...], Meta(description="NATS servers")] = ("nats://127.0.0.1:4222",)


def test_what_is_not_set_keeps_its_default() -> None:
    assert read_settings(TableSettings, "RIVERRUN_TABLE_", {}) == TableSettings()


def test_variables_are_read_in_their_types() -> None:
    environ = {
        "RIVERRUN_TABLE_PORT": "0",
        "RIVERRUN_TABLE_TURN_S": "2.5",
        "RIVERRUN_TABLE_STRADDLE": "true",
        "RIVERRUN_TABLE_HEALTH_PORT": "9000",
        "RIVERRUN_TABLE_SERVERS": "nats://a:4222, nats://b:4222",
        "PORT": "1",
    }

    read = read_settings(TableSettings, "RIVERRUN_TABLE_", environ)

    assert read == TableSettings(0, 2.5, True, 9000, ("nats://a:4222", "nats://b:4222"))


def test_an_empty_variable_counts_as_not_set() -> None:
    environ = {"RIVERRUN_TABLE_HEALTH_PORT": "", "RIVERRUN_TABLE_PORT": " "}

    assert read_settings(TableSettings, "RIVERRUN_TABLE_", environ) == TableSettings()


@pytest.mark.parametrize("wrong", ["s3cret", "70000", "-1", "1.5"])
def test_a_wrong_value_is_refused_by_the_variables_name_without_repeating_it(wrong: str) -> None:
    with pytest.raises(BadSetting) as refused:
        read_settings(TableSettings, "RIVERRUN_TABLE_", {"RIVERRUN_TABLE_PORT": wrong})

    assert "`RIVERRUN_TABLE_PORT`" in str(refused.value)
    assert "s3cret" not in str(refused.value)


def test_every_variable_can_be_written_down_with_its_default_and_meaning() -> None:
    written = variables(TableSettings, "RIVERRUN_TABLE_")

    assert [variable.name for variable in written][:2] == ["RIVERRUN_TABLE_PORT", "RIVERRUN_TABLE_TURN_S"]
    assert written[0].default == "7302"
    assert written[0].meaning == "0 takes a free port"
    assert written[3].default == ""
    assert written[4].default == "nats://127.0.0.1:4222"
