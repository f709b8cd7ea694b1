"""How often an address may ask over plain HTTP, and what its address is (R11.1: the connection's own)."""

from aiohttp import web

from riverrun.runtime.clock import Clock
from services.gateway.addresses import Addresses
from services.gateway.refusals import RateLimited
from services.gateway.token_bucket import Buckets


class RequestLimits:
    """One for all requests, a tighter one for newcomers."""

    def __init__(self, addresses: Addresses, requests: Buckets, newcomers: Buckets, clock: Clock) -> None:
        self._addresses = addresses
        self._requests = requests
        self._newcomers = newcomers
        self._clock = clock

    def address_of(self, request: web.Request) -> str:
        """Where the request comes from."""
        said = request.headers.getall("X-Forwarded-For", [])
        return self._addresses.of(request.remote or "", ",".join(said) if said else None)

    def check(self, request: web.Request) -> None:
        """Raises `RateLimited`."""
        self._take(request, self._requests)

    def check_newcomer(self, request: web.Request) -> None:
        """The same for what makes somebody new. Raises `RateLimited`."""
        self._take(request, self._requests, self._newcomers)

    def _take(self, request: web.Request, *limits: Buckets) -> None:
        address, now_s = self.address_of(request), self._clock.monotonic_s()
        for limit in limits:
            bucket = limit.of(address, now_s)
            if not bucket.take(now_s):
                raise RateLimited(retry_ms=bucket.wait_ms())
