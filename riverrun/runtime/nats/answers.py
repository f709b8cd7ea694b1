"""What JetStream answers: stored messages, states of streams, errors."""

from dataclasses import dataclass

import msgspec

NO_MESSAGE_FOUND = 10037
NO_STREAM_FOUND = 10059
WRONG_LAST_SEQUENCE = 10071
"""The fence: the subject's last message is another than the writer expects."""
ANOTHER_IN_FLIGHT = 10164
"""The fence cannot be judged yet: on three servers, an earlier message of the subject is still on its way."""


class ApiError(msgspec.Struct, frozen=True):
    """An error as JetStream words it."""

    code: int = 0
    err_code: int = 0
    description: str = ""


class ApiRefused(RuntimeError):
    """JetStream answered a request with an error."""

    def __init__(self, subject: str, error: ApiError) -> None:
        super().__init__(f"{subject}: {error.err_code} {error.description}")
        self.err_code = error.err_code


class StoredMessage(msgspec.Struct, frozen=True, gc=False):
    """A message of a stream."""

    seq: int
    subject: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Batch:
    """Messages in the stream's order, and how many more the answering replica holds."""

    messages: tuple[StoredMessage, ...]
    pending: int


class StreamState(msgspec.Struct, frozen=True):
    """How far a stream has come, and its subjects, where asked for, with the number of messages on each."""

    messages: int
    first_seq: int
    last_seq: int
    subjects: dict[str, int] = {}


class MessageFound(msgspec.Struct, frozen=True):
    """A message in an answer to STREAM.MSG.GET; its bytes come as base64."""

    seq: int
    subject: str
    data: bytes = b""


class MessageAnswer(msgspec.Struct, frozen=True):
    """The answer to STREAM.MSG.GET."""

    message: MessageFound | None = None
    error: ApiError | None = None


class InfoAnswer(msgspec.Struct, frozen=True):
    """The answer to STREAM.INFO; `total` counts the subjects on all pages."""

    state: StreamState | None = None
    total: int = 0
    error: ApiError | None = None


class PublishAnswer(msgspec.Struct, frozen=True):
    """The acknowledgement of a published message, or its refusal."""

    seq: int = 0
    error: ApiError | None = None


decode_message_answer = msgspec.json.Decoder(MessageAnswer).decode
decode_info_answer = msgspec.json.Decoder(InfoAnswer).decode
decode_publish_answer = msgspec.json.Decoder(PublishAnswer).decode
