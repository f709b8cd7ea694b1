"""What is to run: one service's command, its settings, and where it says that it is ready."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import aiohttp

from console.supervisor.health import Health


@dataclass(frozen=True)
class Service:
    """One process of the whole. Readiness is an HTTP page that answers 200.

    With `health` it is started again also when it lives on and does not work; `starts_slowly` says why it may
    be long in getting ready.
    """

    name: str
    command: tuple[str, ...]
    ready_url: str
    environment: Mapping[str, str] = field(default_factory=dict, repr=False)
    ready_within_s: float = 30.0
    ends_within_s: float = 8.0
    health: Health | None = None
    starts_slowly: str = ""


async def is_ready(service: Service) -> bool:
    """Whether the service says that it can work."""
    within = aiohttp.ClientTimeout(total=2)
    try:
        async with aiohttp.ClientSession(timeout=within) as http, http.get(service.ready_url) as page:
            return page.status == 200
    except (aiohttp.ClientError, TimeoutError, OSError):
        return False
