"""A small HTTP page for probes and Prometheus: `/healthz`, `/readyz`, `/metrics`."""

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from riverrun.runtime.serving.readiness import Readiness


def health_routes(readiness: Readiness) -> list[web.RouteDef]:
    """The three routes, also for a service that has a web server of its own."""

    async def healthz(_request: web.Request) -> web.Response:
        # That it is answered at all is the answer: the event loop turns.
        return web.json_response({"status": "alive"})

    async def readyz(_request: web.Request) -> web.Response:
        status = "ready" if readiness.ready else "not_ready"
        body = {
            "status": status,
            "waiting_for": list(readiness.missing),
            "troubled_by": list(readiness.troubles),
            "about": dict(readiness.about),
        }
        return web.json_response(body, status=200 if readiness.ready else 503)

    async def metrics(_request: web.Request) -> web.Response:
        return web.Response(body=generate_latest(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    return [web.get("/healthz", healthz), web.get("/readyz", readyz), web.get("/metrics", metrics)]


class HealthPage:
    """Serves the three routes on a port of its own for as long as the process lives, while it drains too."""

    def __init__(self, readiness: Readiness, host: str, port: int) -> None:
        self._host = host
        self._port = port
        app = web.Application()
        app.add_routes(health_routes(readiness))
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)

    async def start(self) -> dict[str, str]:
        """Listen; say the address, for port 0 is any free one. Raises `OSError`."""
        await self._runner.setup()
        await web.TCPSite(self._runner, self._host, self._port, reuse_address=True).start()
        host, port, *_ = self._runner.addresses[0]
        return {"health": f"{host}:{port}"}

    async def drain(self) -> None:
        """Go on: `/readyz` is what says that the others drain."""

    async def stop(self) -> None:
        await self._runner.cleanup()
