"""Boxes open under their key, whole, and where they belong; nowhere else."""

from collections.abc import Callable

import pytest

from riverrun.runtime.sealing.key_ring import BoxTampered, Key, KeyRing, NotAKeyRing, UnknownKey

OLD, NEW = Key("live-2026-10-aa", bytes(range(32))), Key("live-2026-11-bb", bytes(range(32, 64)))


def counting_nonces() -> Callable[[], bytes]:
    drawn = iter(range(1, 1000))
    return lambda: next(drawn).to_bytes(12, "big")


@pytest.fixture
def ring() -> KeyRing:
    return KeyRing([OLD, NEW], NEW.id, counting_nonces())


def test_what_was_sealed_opens(ring: KeyRing) -> None:
    box = ring.seal(b"the deck", b"table", b"hand")

    assert ring.open(NEW.id, box, b"table", b"hand") == b"the deck"
    assert b"the deck" not in box


def test_a_box_opens_only_with_what_it_is_bound_to(ring: KeyRing) -> None:
    box = ring.seal(b"the deck", b"table", b"hand")

    for elsewhere in ((), (b"table",), (b"tableh", b"and"), (b"table", b"hand", b""), (b"hand", b"table")):
        with pytest.raises(BoxTampered):
            ring.open(NEW.id, box, *elsewhere)


def test_a_changed_or_cut_box_stays_shut(ring: KeyRing) -> None:
    box = ring.seal(b"the deck", b"table")

    for at in range(len(box)):
        with pytest.raises(BoxTampered):
            ring.open(NEW.id, box[:at] + bytes((box[at] ^ 1,)) + box[at + 1 :], b"table")
        with pytest.raises(BoxTampered):
            ring.open(NEW.id, box[:at], b"table")


def test_the_current_key_seals_and_every_key_on_the_ring_opens(ring: KeyRing) -> None:
    before = KeyRing([OLD], OLD.id).seal(b"yesterday's deck", b"table")

    assert ring.open(OLD.id, before, b"table") == b"yesterday's deck"
    with pytest.raises(BoxTampered):
        ring.open(NEW.id, before, b"table")


def test_a_box_under_a_destroyed_key_names_the_key_it_would_need(ring: KeyRing) -> None:
    box = ring.seal(b"the deck", b"table")

    with pytest.raises(UnknownKey) as refused:
        KeyRing([OLD], OLD.id).open(NEW.id, box, b"table")
    assert refused.value.key_id == NEW.id


def test_the_same_content_sealed_twice_looks_different() -> None:
    ring = KeyRing([NEW], NEW.id)

    boxes = {ring.seal(b"the deck", b"table") for _ in range(100)}

    assert len({box[:12] for box in boxes}) == 100


def test_a_ring_needs_its_current_key_each_id_once_and_keys_of_256_bits() -> None:
    for keys, current in (
        ([], ""),
        ([OLD], NEW.id),
        ([OLD, OLD], OLD.id),
        ([Key("short", bytes(16))], "short"),
    ):
        with pytest.raises(NotAKeyRing):
            KeyRing(keys, current)


def test_a_key_shows_no_secret_in_a_log_line() -> None:
    assert repr(NEW) == "Key(id='live-2026-11-bb')"
