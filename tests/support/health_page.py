"""A page on which a service would tell of its health; the test says what it tells."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web
from aiohttp.test_utils import TestServer

WELL = web.HTTPOk.status_code
ILL = web.HTTPServiceUnavailable.status_code
SILENT = 0
"""Hangs up without an answer."""


class HealthPage:
    """Answers what is told next, the last of it again and again."""

    def __init__(self, *answers: int, body: str) -> None:
        self.answers = list(answers)
        self.asked = 0
        self.url = ""
        self._body = body

    async def answer(self, request: web.Request) -> web.Response:
        self.asked += 1
        status = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if status == SILENT:
            assert request.transport is not None
            request.transport.close()
        return web.Response(status=status or WELL, text=self._body)


@asynccontextmanager
async def health_page(*answers: int, body: str = '{"error": "write error"}') -> AsyncIterator[HealthPage]:
    """One that is served until the test ends."""
    page = HealthPage(*answers, body=body)
    app = web.Application()
    app.router.add_get("/healthz", page.answer)
    async with TestServer(app) as server:
        page.url = str(server.make_url("/healthz"))
        yield page
