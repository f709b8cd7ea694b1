"""Refusals and errors over plain HTTP: `application/problem+json` with the same codes as on the WebSocket."""

from collections.abc import Awaitable, Callable
from http import HTTPStatus

import msgspec
import structlog
from aiohttp import web

from riverrun.contracts.refusals import Refusal
from riverrun.contracts.rest_messages import Problem
from services.gateway.metrics import REFUSALS, REQUESTS

log = structlog.get_logger(__name__)

CODE = web.ResponseKey("code", str)
"""A refusal's code, for who stands further out."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

STATUSES = {
    "bad_json": HTTPStatus.BAD_REQUEST,
    "bad_message": HTTPStatus.UNPROCESSABLE_ENTITY,
    "bad_name": HTTPStatus.UNPROCESSABLE_ENTITY,
    "bad_option": HTTPStatus.UNPROCESSABLE_ENTITY,
    "not_authenticated": HTTPStatus.UNAUTHORIZED,
    "bad_credentials": HTTPStatus.UNAUTHORIZED,
    "session_over": HTTPStatus.UNAUTHORIZED,
    "bad_id_token": HTTPStatus.UNAUTHORIZED,
    "bad_login": HTTPStatus.UNPROCESSABLE_ENTITY,
    "bad_password": HTTPStatus.UNPROCESSABLE_ENTITY,
    "bad_period": HTTPStatus.UNPROCESSABLE_ENTITY,
    "account_needed": HTTPStatus.FORBIDDEN,
    "other_device_active": HTTPStatus.FORBIDDEN,
    "no_reports": HTTPStatus.NOT_FOUND,
    "no_outside_issuer": HTTPStatus.NOT_FOUND,
    "no_account": HTTPStatus.NOT_FOUND,
    "unknown_device": HTTPStatus.NOT_FOUND,
    "unknown_player": HTTPStatus.NOT_FOUND,
    "unknown_session": HTTPStatus.NOT_FOUND,
    "too_many_attempts": HTTPStatus.TOO_MANY_REQUESTS,
    "account_busy": HTTPStatus.SERVICE_UNAVAILABLE,
    "accounts_unavailable": HTTPStatus.SERVICE_UNAVAILABLE,
    "history_unavailable": HTTPStatus.SERVICE_UNAVAILABLE,
    "origin_not_allowed": HTTPStatus.FORBIDDEN,
    "not_allowed": HTTPStatus.FORBIDDEN,
    "members_only": HTTPStatus.FORBIDDEN,
    "unknown_club": HTTPStatus.NOT_FOUND,
    "unknown_club_table": HTTPStatus.NOT_FOUND,
    "unknown_template": HTTPStatus.NOT_FOUND,
    "unknown_account": HTTPStatus.NOT_FOUND,
    "unknown_adjustment": HTTPStatus.NOT_FOUND,
    "unknown_period": HTTPStatus.NOT_FOUND,
    "not_a_member": HTTPStatus.NOT_FOUND,
    "not_banned": HTTPStatus.NOT_FOUND,
    "banned_from_club": HTTPStatus.FORBIDDEN,
    "bad_template": HTTPStatus.UNPROCESSABLE_ENTITY,
    "bad_limit": HTTPStatus.UNPROCESSABLE_ENTITY,
    "reason_missing": HTTPStatus.UNPROCESSABLE_ENTITY,
    "table_away": HTTPStatus.SERVICE_UNAVAILABLE,
    "unknown_table": HTTPStatus.NOT_FOUND,
    "unknown_hand": HTTPStatus.NOT_FOUND,
    "unknown_share": HTTPStatus.NOT_FOUND,
    "unknown_finding": HTTPStatus.NOT_FOUND,
    "notes_shut": HTTPStatus.NOT_FOUND,
    "message_too_long": HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    "rate_limited": HTTPStatus.TOO_MANY_REQUESTS,
    "table_unavailable": HTTPStatus.SERVICE_UNAVAILABLE,
    "server_full": HTTPStatus.SERVICE_UNAVAILABLE,
}
"""Any other refusal is a conflict with how things stand at the table."""

_CODES = {
    HTTPStatus.NOT_FOUND: "not_found",
    HTTPStatus.METHOD_NOT_ALLOWED: "method_not_allowed",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "message_too_long",
}


@web.middleware
async def problems(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Turns whatever goes wrong in a handler into a problem."""
    try:
        response = await handler(request)
    except Refusal as refusal:
        response = problem_of(refusal)
    except web.HTTPException as error:
        code = _CODES.get(HTTPStatus(error.status), "bad_request")
        response = _problem(HTTPStatus(error.status), code, error.reason)
        if "Allow" in error.headers:
            response.headers["Allow"] = error.headers["Allow"]
    except Exception:
        log.exception("request_failed", method=request.method, route=_route(request))
        response = _problem(HTTPStatus.INTERNAL_SERVER_ERROR, "internal", "a fault of the server's own")
    REQUESTS.labels(request.method, _route(request), response.status).inc()
    return response


def problem_of(refusal: Refusal) -> web.Response:
    """A refusal as a response."""
    REFUSALS.labels(refusal.code).inc()
    status = STATUSES.get(refusal.code, HTTPStatus.CONFLICT)
    response = _problem(status, refusal.code, str(refusal), refusal.details)
    retry_ms = refusal.details.get("retry_ms")
    if isinstance(retry_ms, int):
        response.headers["Retry-After"] = str(max(1, -(-retry_ms // 1_000)))
    if status is HTTPStatus.UNAUTHORIZED:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def _problem(
    status: HTTPStatus, code: str, detail: str, details: dict[str, int | str | bool | None] | None = None
) -> web.Response:
    body = msgspec.json.encode(Problem(status.phrase, int(status), code, detail, details or {}))
    response = web.Response(body=body, status=status, content_type="application/problem+json")
    response[CODE] = code
    return response


def _route(request: web.Request) -> str:
    resource = request.match_info.route.resource
    return "unknown" if resource is None else resource.canonical
