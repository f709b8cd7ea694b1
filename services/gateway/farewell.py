"""The gateway's own reasons for ending a connection."""

from aiohttp import WSCloseCode

from riverrun.contracts.server_messages import ByeReason

_CODES: dict[ByeReason, WSCloseCode] = {
    "restart": WSCloseCode.SERVICE_RESTART,
    "flood": WSCloseCode.POLICY_VIOLATION,
    "not_authenticated": WSCloseCode.POLICY_VIOLATION,
    "protocol_unsupported": WSCloseCode.PROTOCOL_ERROR,
}


class Farewell(Exception):
    """Ends the connection, telling why."""

    def __init__(self, reason: ByeReason) -> None:
        super().__init__(reason)
        self.reason = reason
        self.code = _CODES[reason]
