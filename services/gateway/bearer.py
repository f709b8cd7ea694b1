"""Who asks over plain HTTP, and what the body says."""

from typing import TypeVar

import msgspec
from aiohttp import web

from services.gateway.caller import CALLER, Caller
from services.gateway.credentials import Credentials
from services.gateway.reading import wrong_field
from services.gateway.refusals import BadJson

Body = TypeVar("Body")


def caller_of(request: web.Request, credentials: Credentials) -> Caller:
    """Whom the token in the header `Authorization` proves. Raises `NotAuthenticated`."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    caller = credentials.verify(token.strip() if scheme.lower() == "bearer" else "")
    request[CALLER] = caller
    return caller


async def body_of(request: web.Request, kind: type[Body]) -> Body:
    """The JSON body. Raises `BadJson`, `BadMessage`."""
    try:
        return msgspec.json.decode(await request.read(), type=kind)
    except msgspec.ValidationError as error:
        raise wrong_field(error) from None
    except (msgspec.DecodeError, RecursionError, web.RequestPayloadError, ConnectionResetError) as error:
        # Also what is no gzip, and what ended early because the client hung up: nobody's fault here.
        raise BadJson from error


def json_of(answer: object, status: int = 200) -> web.Response:
    """An answer as JSON."""
    return web.Response(body=msgspec.json.encode(answer), status=status, content_type="application/json")
