"""A bucket's entry is written once the log has it; one that the log refuses is not taken for written."""

from types import SimpleNamespace
from typing import Any

import pytest

from riverrun.runtime.nats.answers import ApiRefused
from riverrun.runtime.nats.bucket import Bucket


class Log:
    """Stands for the client: gives one answer to all that is written."""

    def __init__(self, answer: bytes) -> None:
        self._answer = answer

    async def request(self, _subject: str, _data: bytes, **_: Any) -> SimpleNamespace:
        return SimpleNamespace(data=self._answer)


def bucket(answer: bytes) -> Bucket:
    client: Any = Log(answer)
    return Bucket(client, "lobby")


async def test_an_entry_that_the_log_refuses_is_not_taken_for_written() -> None:
    full = b'{"error":{"code":503,"err_code":10023,"description":"insufficient resources"}}'

    with pytest.raises(ApiRefused, match=r"\$KV.lobby.s0-rhine: 10023 insufficient resources"):
        await bucket(full).put("s0-rhine", b"{}")


async def test_an_entry_that_the_log_has_is_written() -> None:
    await bucket(b'{"stream":"KV_lobby","seq":7}').put("s0-rhine", b"{}")
