"""The server said no, or could not be reached."""

from riverrun.contracts.server_messages import Details


class Refused(Exception):
    """A message or request was refused and changed nothing; `code` is one of `docs/protocol.md`'s."""

    def __init__(self, code: str, message: str, details: Details | None = None) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message
        self.details = details or {}


class Unanswered(TimeoutError):
    """No answer within the time given, reconnects included. A command may or may not have been applied."""
