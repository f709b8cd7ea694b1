"""Reads clients' messages, and says precisely what is wrong with one that cannot be read."""

import re

import msgspec

from riverrun.contracts.client_messages import AnyClientMessage, ClientMessage
from riverrun.contracts.refusals import Refusal
from services.gateway.refusals import BadJson, BadMessage, UnknownType

_decoder = msgspec.json.Decoder(AnyClientMessage)
_anything = msgspec.json.Decoder()

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_PATH = re.compile(r"at `\$\.?([^`]*)`$")
_FIELD = re.compile(r"field `([^`]*)`")
_TYPES = frozenset(kind.__struct_config__.tag for kind in ClientMessage.__subclasses__())


class Unreadable(Exception):
    """A message that cannot be read: why, and its id where that much could be read."""

    def __init__(self, why: Refusal, id_: str | None) -> None:
        super().__init__(str(why))
        self.why = why
        self.id = id_


def read(text: str) -> AnyClientMessage:
    """The message in a text frame. Raises `Unreadable`."""
    try:
        return _decoder.decode(text)
    except msgspec.ValidationError as error:
        raise _explained(text, error) from None
    except (msgspec.DecodeError, RecursionError, UnicodeEncodeError) as error:
        raise Unreadable(BadJson(), None) from error


def wrong_field(error: msgspec.ValidationError) -> BadMessage:
    """What msgspec found, with the field named."""
    said = str(error)
    path, field = _PATH.search(said), _FIELD.search(said)
    named = ".".join(found[1] for found in (path, field) if found and found[1])
    return BadMessage(named, said.split(" - at ", maxsplit=1)[0])


def _explained(text: str, error: msgspec.ValidationError) -> Unreadable:
    try:
        # A field was wrong, but the rest may not even be JSON: that is said first.
        whole = _anything.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return Unreadable(BadJson(), None)
    if not isinstance(whole, dict):
        return Unreadable(wrong_field(error), None)
    kind, id_ = whole.get("type"), whole.get("id")
    if not isinstance(id_, str) or not _ID.fullmatch(id_):
        id_ = None
    if isinstance(kind, str) and kind not in _TYPES:
        return Unreadable(UnknownType(type=kind[:64]), id_)
    return Unreadable(wrong_field(error), id_)
