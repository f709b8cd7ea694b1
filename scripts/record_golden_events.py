"""Record the stored bytes of events that have none yet, or have grown: what is recorded once stays for ever.

An example is made from an event's own types, so that a new event needs nothing but this script.
"""

from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from types import UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from riverrun.contracts.table_events import TOPICS
from riverrun.runtime.eventstore.codec import EventCodec
from services.club.clubs.club_events import TOPICS as CLUB_TOPICS
from services.club.identity.person_commit import CODEC as PERSON_CODEC
from services.club.identity.person_events import STORED_NAMES as PERSON_TOPICS
from services.club.ledger.ledger_events import TOPICS as LEDGER_TOPICS
from services.history.albums.album_events import TOPICS as ALBUM_TOPICS
from services.history.albums.application import codec as album_codec
from services.history.docket.application import codec as docket_codec
from services.history.docket.docket_events import TOPICS as DOCKET_TOPICS
from services.table.codec import codec

GOLDEN = Path(__file__).resolve().parents[1] / "tests" / "golden"


class Catalogue(NamedTuple):
    """Events that are stored together, and where their golden bytes are."""

    folder: Path
    topics: Mapping[str, type[Any]]
    codec: EventCodec


TABLES = Catalogue(GOLDEN / "events", TOPICS, codec)
CLUBS = Catalogue(
    GOLDEN / "club_events",
    {**CLUB_TOPICS, **LEDGER_TOPICS},
    EventCodec({**CLUB_TOPICS, **LEDGER_TOPICS}),
)
ALBUMS = Catalogue(GOLDEN / "album_events", ALBUM_TOPICS, album_codec)
DOCKETS = Catalogue(GOLDEN / "docket_events", DOCKET_TOPICS, docket_codec)
PEOPLE = Catalogue(GOLDEN / "person_events", PERSON_TOPICS, PERSON_CODEC)


class Example(msgspec.Struct, frozen=True):
    """An event as it was stored: its bytes in hexadecimal, and its fields as they were understood then."""

    stored: str
    fields: list[Any]


class GoldenEvent(msgspec.Struct, frozen=True):
    """All shapes that an event was ever stored in, oldest first."""

    topic: str
    examples: list[Example]


def golden_events(catalogue: Catalogue = TABLES) -> list[GoldenEvent]:
    """Everything recorded so far."""
    paths = sorted(catalogue.folder.glob("*.json"))
    return [msgspec.json.decode(path.read_bytes(), type=GoldenEvent) for path in paths]


def example_of(event: type[Any]) -> Any:
    """An event with a different value in every field."""
    return _made(event, count(1))


def _made(wanted: Any, numbers: Iterator[int]) -> Any:
    origin, parts = get_origin(wanted), get_args(wanted)
    if isinstance(wanted, type) and issubclass(wanted, msgspec.Struct):
        hints = get_type_hints(wanted)
        return wanted(*[_made(hints[name], numbers) for name in wanted.__struct_fields__])
    if origin is Literal:
        return parts[-1]
    if origin in (Union, UnionType):
        return _made(next(part for part in parts if part is not type(None)), numbers)
    if origin is tuple:
        each = parts[:1] * 2 if parts[-1] is Ellipsis else parts
        return tuple(_made(part, numbers) for part in each)
    if wanted is bool:
        return True
    number = next(numbers)
    return {int: number, str: f"text-{number}", bytes: bytes([number % 256])}[wanted]


def shown(event: Any) -> list[Any]:
    """The fields of an event as plain values, in their stored order."""
    fields: list[Any] = msgspec.json.decode(msgspec.json.encode(event))
    return fields


def stored_today(topic: str, example: Example, catalogue: Catalogue = TABLES) -> str:
    """The bytes of an example, read and stored again by this release."""
    event = catalogue.codec.decode_state(topic, bytes.fromhex(example.stored))
    return catalogue.codec.encode(event).state.hex()


def record(catalogue: Catalogue) -> None:
    """Add an example to every event whose newest one would be stored otherwise today."""
    catalogue.folder.mkdir(exist_ok=True)
    known = {golden.topic: golden for golden in golden_events(catalogue)}
    for topic, event in catalogue.topics.items():
        golden = known.get(topic, GoldenEvent(topic, []))
        newest = golden.examples[-1] if golden.examples else None
        if newest is not None and stored_today(topic, newest, catalogue) == newest.stored:
            continue
        made = example_of(event)
        example = Example(catalogue.codec.encode(made).state.hex(), shown(made))
        grown = GoldenEvent(topic, [*golden.examples, example])
        (catalogue.folder / f"{topic}.json").write_bytes(msgspec.json.encode(grown) + b"\n")
        print(f"recorded {topic}")


def main() -> None:
    """Tables' events, clubs', people's and albums'."""
    for catalogue in (TABLES, CLUBS, PEOPLE, ALBUMS, DOCKETS):
        record(catalogue)


if __name__ == "__main__":
    main()
