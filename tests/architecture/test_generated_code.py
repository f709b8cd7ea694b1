"""What is generated is noticed when stale, and its imports lead into `riverrun.pb`."""

from pathlib import Path

from scripts.generate_protos import move_under_pb, stale_files

RAW = """\
from riverrun.evaluator.v1 import evaluator_pb2 as riverrun_dot_evaluator
_builder.BuildTopDescriptorsAndMessages(DESCRIPTOR, 'riverrun.evaluator.v1.evaluator_pb2', _globals)
path = '/riverrun.evaluator.v1.Evaluator/Rank'
"""


def generated(tmp_path: Path, text: str) -> Path:
    raw = tmp_path / "raw"
    (raw / "riverrun" / "evaluator" / "v1").mkdir(parents=True)
    (raw / "riverrun" / "evaluator" / "v1" / "evaluator_pb2.py").write_text(text)
    move_under_pb(raw, tmp_path / "pb")
    return tmp_path / "pb"


def test_imports_move_under_pb_and_names_on_the_wire_stay(tmp_path: Path) -> None:
    moved = (generated(tmp_path, RAW) / "evaluator" / "v1" / "evaluator_pb2.py").read_text()

    assert "from riverrun.pb.evaluator.v1 import evaluator_pb2 as" in moved
    assert "'riverrun.pb.evaluator.v1.evaluator_pb2'" in moved
    assert "'/riverrun.evaluator.v1.Evaluator/Rank'" in moved


def test_a_fresh_copy_is_not_stale(tmp_path: Path) -> None:
    one, other = generated(tmp_path / "one", RAW), generated(tmp_path / "other", RAW)

    assert stale_files(one, other) == []


def test_a_changed_a_missing_and_a_left_file_are_stale(tmp_path: Path) -> None:
    fresh, committed = generated(tmp_path / "fresh", RAW), generated(tmp_path / "committed", RAW + "\n")
    (fresh / "evaluator" / "new_pb2.py").write_text("")
    (committed / "evaluator" / "old_pb2.pyi").write_text("")

    assert stale_files(fresh, committed) == [
        "left     evaluator/old_pb2.pyi",
        "missing  evaluator/new_pb2.py",
        "stale    evaluator/v1/evaluator_pb2.py",
    ]
