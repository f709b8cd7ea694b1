"""The header `Idempotency-Key`: what is asked again under the same key is done once."""

import hashlib
import re
import secrets

from aiohttp import web

from riverrun.kernel.identifiers import CommandId
from services.gateway.refusals import BadMessage

HEADER = "Idempotency-Key"
_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}")


def command_of(request: web.Request, whose: str = "") -> CommandId:
    """The command's id: the same for the same route, caller and key. Raises `BadMessage`."""
    key = request.headers.get(HEADER)
    if key is None:
        return f"r-{secrets.token_hex(12)}"
    if not _KEY.fullmatch(key):
        raise BadMessage(HEADER, "8 to 64 letters, digits, `_` or `-`")
    resource = request.match_info.route.resource
    route = "" if resource is None else resource.canonical
    parts = (request.method, route, whose, key)
    mark = hashlib.sha256("\0".join(parts).encode()).hexdigest()
    return f"i-{mark[:40]}"
