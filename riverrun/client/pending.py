"""Commands sent and not yet answered, to be sent again under the same id on a new connection."""

import asyncio
from typing import TypeAlias

import msgspec

from riverrun.client.refusal import Refused
from riverrun.contracts.client_messages import CommandMessage
from riverrun.contracts.server_messages import AckMessage, ErrorMessage

Answer: TypeAlias = "asyncio.Future[msgspec.Raw]"


class Pending:
    """Kept in the order in which they were first sent."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[CommandMessage, Answer]] = {}

    def add(self, message: CommandMessage) -> Answer:
        """Keep a message and get its answer to come."""
        answer: Answer = asyncio.get_running_loop().create_future()
        self._kept[message.id] = message, answer
        return answer

    def drop(self, message: CommandMessage) -> None:
        """Its sender waits no more."""
        self._kept.pop(message.id, None)

    def unanswered(self) -> list[CommandMessage]:
        """What must be sent again."""
        return [message for message, answer in self._kept.values() if not answer.done()]

    def accept(self, ack: AckMessage) -> None:
        """The server's yes."""
        _, answer = self._kept.get(ack.id, (None, None))
        if answer is not None and not answer.done():
            answer.set_result(ack.result)

    def refuse(self, error: ErrorMessage) -> None:
        """The server's no."""
        _, answer = self._kept.get(error.id or "", (None, None))
        if answer is not None and not answer.done():
            answer.set_exception(Refused(error.code, error.message, error.details))

    def fail(self, error: Exception) -> None:
        """No answer will ever come."""
        for _, answer in self._kept.values():
            if not answer.done():
                answer.set_exception(error)
