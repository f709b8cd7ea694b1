"""Which web pages may open a WebSocket: browsers say where a page came from."""

from urllib.parse import urlsplit

from services.gateway.refusals import OriginNotAllowed


class Origins:
    """Accepts no origin (not a browser), the server's own, and those of the list, such as `https://play.example`."""

    def __init__(self, allowed: tuple[str, ...] = ()) -> None:
        self._allowed = frozenset(origin.rstrip("/").lower() for origin in allowed)

    def check(self, origin: str | None, host: str) -> None:
        """Raises `OriginNotAllowed`."""
        if origin is None or origin.lower() in self._allowed:
            return
        if urlsplit(origin).netloc.lower() != host.lower():
            raise OriginNotAllowed
