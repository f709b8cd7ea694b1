"""The data folder belongs to one run at a time, and its secrets to its owner."""

import os
from pathlib import Path

import pytest

from console.supervisor.data_folder import DataFolder, FolderInUse
from console.supervisor.run_file import Run, read_run, write_run


def test_two_cannot_run_on_one_folder(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    with folder.lock(), pytest.raises(FolderInUse), DataFolder(tmp_path).lock():
        pass


def test_a_folder_is_free_again_after_its_run(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path)
    with folder.lock():
        pass
    with folder.lock():
        pass


def test_preparing_twice_keeps_keys_and_passwords(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "new")
    folder.prepare()
    keys = {path.name: path.read_bytes() for path in folder.keys.iterdir()}
    passwords = folder.passwords()

    folder.prepare()

    assert {path.name: path.read_bytes() for path in folder.keys.iterdir() if path.name in keys} == keys
    assert folder.passwords() == passwords


def test_nobody_else_may_read_secrets(tmp_path: Path) -> None:
    folder = DataFolder(tmp_path / "new")
    old = os.umask(0)
    try:
        folder.prepare()
        folder.passwords()
        write_run(folder.run_file, Run(1, 2, "http://x", "nats://y", "z"))
    finally:
        os.umask(old)

    secrets = [folder.run_file, *folder.keys.iterdir()]
    assert {oct(path.stat().st_mode & 0o777) for path in secrets} == {"0o600"}
    assert oct(folder.path.stat().st_mode & 0o777) == "0o700"


def test_what_a_run_writes_down_others_read(tmp_path: Path) -> None:
    run = Run(
        7, 1_700_000_000_000, "http://127.0.0.1:7300", "nats://127.0.0.1:1", "127.0.0.1:2", {"table": 9}
    )
    write_run(tmp_path / "run.json", run)
    assert read_run(tmp_path / "run.json") == run


@pytest.mark.parametrize("content", ["", "{", '{"pid": 1}'])
def test_a_run_file_that_cannot_be_read_is_none(tmp_path: Path, content: str) -> None:
    (tmp_path / "run.json").write_text(content)
    assert read_run(tmp_path / "run.json") is None
    assert read_run(tmp_path / "missing.json") is None
