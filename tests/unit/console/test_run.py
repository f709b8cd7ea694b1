"""A run of everything goes on where it cannot write down what it consists of."""

import io
from pathlib import Path

from rich.console import Console

from console.supervisor.choices import Choices
from console.supervisor.data_folder import DataFolder
from console.supervisor.run import Runner
from console.supervisor.run_file import read_run
from console.supervisor.screen import Screen


def test_a_disk_without_room_for_the_runs_file_ends_nothing_and_it_is_said(tmp_path: Path) -> None:
    folder, said = DataFolder(tmp_path), io.StringIO()
    folder.prepare()
    with folder.lock() as lock:
        runner = Runner(folder, Choices(), Screen(Console(file=said, width=200), verbose=False), lock)
        in_the_way = tmp_path / "run.json.new"
        in_the_way.mkdir()
        runner._note()
        in_the_way.rmdir()
        assert "cannot write" in said.getvalue()

        runner._note()
        runner._guard.close()
    assert read_run(folder.run_file) is not None
