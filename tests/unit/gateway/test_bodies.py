"""What comes as the body of a request, or does not."""

import asyncio

import pytest
from aiohttp import web

from riverrun.contracts.rest_messages import NewGuest
from services.gateway.bearer import body_of
from services.gateway.refusals import BadJson


class Broken:
    """Stands for a request whose body never comes whole."""

    def __init__(self, why: Exception) -> None:
        self._why = why

    async def read(self) -> bytes:
        await asyncio.sleep(0)
        raise self._why


@pytest.mark.parametrize("why", [web.RequestPayloadError("no gzip"), ConnectionResetError("hung up")])
async def test_a_body_that_does_not_come_whole_is_no_fault_of_the_server(why: Exception) -> None:
    with pytest.raises(BadJson):
        await body_of(Broken(why), NewGuest)  # type: ignore[arg-type]  # the part of it that is asked
