"""The secrets in share links: drawn, or made of the key under which a link may be asked for again."""

import base64
import hmac
import secrets

from aiohttp import web

from riverrun.kernel.identifiers import PlayerId, TableId
from services.gateway.idempotency import HEADER, command_of

SECRET_BYTES = 24
"""192 bits: a link is found by nobody who was not given it."""


class LinkSecrets:
    """They are stored nowhere. Gateways with one key make the same of the same `Idempotency-Key`."""

    def __init__(self, key: bytes) -> None:
        self._key = hmac.digest(key, b"riverrun/links/1", "sha256")

    def token(self, request: web.Request, player: PlayerId, table: TableId, hand: int) -> str:
        """What a link to a hand ends with. Raises `BadMessage`."""
        if HEADER not in request.headers:
            return f"{player}.{secrets.token_urlsafe(SECRET_BYTES)}"
        wish = command_of(request, f"{player} {table} {hand}")
        made = hmac.digest(self._key, wish.encode(), "sha256")[:SECRET_BYTES]
        return f"{player}.{base64.urlsafe_b64encode(made).decode()}"
