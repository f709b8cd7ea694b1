"""The file of a key ring: for its owner alone, and never half written."""

import base64
import json
import os
import re
import stat
from pathlib import Path

import pytest

from riverrun.runtime.sealing.key_ring import NotAKeyRing, UnknownKey
from riverrun.runtime.sealing.ring_file import (
    RingExposed,
    add_key,
    create_ring,
    destroy_key,
    load_ring,
    make_current,
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "keys" / "live.json"


def test_a_ring_made_once_is_the_same_when_read_again(path: Path) -> None:
    made = create_ring(path, "live")

    box = made.seal(b"the deck", b"table")

    assert load_ring(path).open(made.current, box, b"table") == b"the deck"


def test_the_file_reads_as_documented(path: Path) -> None:
    made = create_ring(path, "live")

    file = json.loads(path.read_text())

    assert file["current"] == made.current
    assert [one["id"] for one in file["keys"]] == [made.current]
    assert len(base64.b64decode(file["keys"][0]["key"])) == 32
    assert re.fullmatch(r"live-\d{4}-\d{2}-[0-9a-f]{8}", made.current)


def test_only_the_owner_may_read_the_file(path: Path) -> None:
    create_ring(path, "live")

    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o602])
def test_a_ring_that_others_may_read_or_write_is_refused(path: Path, mode: int) -> None:
    create_ring(path, "live")
    path.chmod(mode)

    with pytest.raises(RingExposed):
        load_ring(path)


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a file away")
def test_a_secret_that_kubernetes_mounts_may_be_read_by_the_pods_group_alone(path: Path) -> None:
    made = create_ring(path, "live")
    os.chown(path, os.getuid() + 1, -1)

    path.chmod(0o640)
    assert load_ring(path).current == made.current
    for mode in (0o644, 0o660):
        path.chmod(mode)
        with pytest.raises(RingExposed):
            load_ring(path)


def test_a_ring_is_never_made_over_another(path: Path) -> None:
    made = create_ring(path, "live")

    with pytest.raises(FileExistsError):
        create_ring(path, "live")
    assert load_ring(path).current == made.current
    assert list(path.parent.iterdir()) == [path]


def test_a_missing_ring_is_said_to_be_missing(path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_ring(path)


def test_a_new_key_opens_before_it_seals(path: Path) -> None:
    old = create_ring(path, "live")

    added = add_key(path, "live")
    new = added.keys[-1].id

    assert (added.current, new != old.current) == (old.current, True)
    box = make_current(path, new).seal(b"the deck", b"table")
    assert added.open(new, box, b"table") == b"the deck"
    assert load_ring(path).current == new
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_old_boxes_open_while_their_key_is_on_the_ring(path: Path) -> None:
    old = create_ring(path, "live")
    box = old.seal(b"the deck", b"table")

    ring = make_current(path, add_key(path, "live").keys[-1].id)

    assert ring.open(old.current, box, b"table") == b"the deck"


def test_only_a_key_of_the_ring_can_be_made_the_current_one(path: Path) -> None:
    create_ring(path, "live")

    with pytest.raises(NotAKeyRing):
        make_current(path, "live-1999-01-00000000")


def test_what_was_sealed_under_a_destroyed_key_never_opens_again(path: Path) -> None:
    old = create_ring(path, "live")
    box = old.seal(b"the deck", b"table")
    make_current(path, add_key(path, "live").keys[-1].id)

    destroy_key(path, old.current)

    with pytest.raises(UnknownKey):
        load_ring(path).open(old.current, box, b"table")
    assert list(path.parent.iterdir()) == [path]


def test_the_current_key_cannot_be_destroyed(path: Path) -> None:
    ring = create_ring(path, "live")

    with pytest.raises(NotAKeyRing):
        destroy_key(path, ring.current)
    assert load_ring(path).current == ring.current


def test_a_ring_made_anew_does_not_pass_for_the_lost_one(path: Path) -> None:
    lost = create_ring(path, "live")
    box = lost.seal(b"the deck", b"table")
    path.unlink()

    with pytest.raises(UnknownKey):
        create_ring(path, "live").open(lost.current, box, b"table")


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{}",
        b"[]",
        b'{"keys": [], "current": "a"}',
        b'{"keys": [{"id": "a", "key": "not base64!"}], "current": "a"}',
        b'{"keys": [{"id": "a", "key": "AAAA"}], "current": "a"}',
    ],
)
def test_a_file_that_holds_no_ring_is_refused(path: Path, content: bytes) -> None:
    path.parent.mkdir()
    path.touch(mode=0o600)
    path.write_bytes(content)

    with pytest.raises(NotAKeyRing):
        load_ring(path)
