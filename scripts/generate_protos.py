"""Generates `riverrun/pb` from `protos/`; with `--check` it only says whether the committed copy is fresh.

`protos/riverrun/<name>/v1/<name>.proto` becomes `riverrun/pb/<name>/v1/<name>_pb2.py` with its gRPC half
and the typed stubs of both. protoc would write imports of `riverrun.<name>.v1`; they are moved under
`riverrun.pb`.
"""

import argparse
import filecmp
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
PROTOS = PROJECT / "protos"
GENERATED = PROJECT / "riverrun" / "pb"

_MODULE = re.compile(r"\briverrun\.((?:\w+\.)*v\d+)(?= import |\.\w+_pb2)")
_PACKAGE_DOC = '"""Generated from protos/{source}; `make protos` writes it anew."""\n'


class GenerationFailed(Exception):
    """protoc refused a file; its own message stands in the text."""


def compile_all(into: Path) -> None:
    """Run protoc over every file below `protos/`, in one fixed order. Raises `GenerationFailed`."""
    sources = sorted(str(path.relative_to(PROTOS)) for path in PROTOS.rglob("*.proto"))
    if not sources:
        return
    outputs = [f"--{kind}_out={into}" for kind in ("python", "grpc_python", "mypy", "mypy_grpc")]
    command = [sys.executable, "-m", "grpc_tools.protoc", f"-I{PROTOS}", *outputs, *sources]
    # mypy-protobuf's plugins stand beside this interpreter, which need not be on the caller's PATH.
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    env = {**os.environ, "PATH": path}
    ran = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120, check=False)
    if ran.returncode:
        raise GenerationFailed(ran.stderr.strip())


def move_under_pb(raw: Path, target: Path) -> None:
    """Copy protoc's files from `raw/riverrun` to `target`, their imports moved along, packages made."""
    target.mkdir(parents=True, exist_ok=True)
    for source in sorted((raw / "riverrun").rglob("*.py*")):
        place = target / source.relative_to(raw / "riverrun")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(_MODULE.sub(r"riverrun.pb.\1", source.read_text()))
    for folder in [target, *sorted(path for path in target.rglob("*") if path.is_dir())]:
        source_folder = Path("riverrun") / folder.relative_to(target)
        (folder / "__init__.py").write_text(_PACKAGE_DOC.format(source=source_folder.as_posix()))


def generate(target: Path) -> None:
    """Fill `target` with what `riverrun/pb` should hold. Raises `GenerationFailed`."""
    with tempfile.TemporaryDirectory() as folder:
        compile_all(Path(folder))
        move_under_pb(Path(folder), target)


def _files(folder: Path) -> set[Path]:
    return {path.relative_to(folder) for path in folder.rglob("*.py*") if path.suffix in (".py", ".pyi")}


def stale_files(fresh: Path, committed: Path) -> list[str]:
    """The files that differ, are missing or are too many, one line each."""
    both = _files(fresh) & _files(committed)
    changed = {file for file in both if not filecmp.cmp(fresh / file, committed / file, shallow=False)}
    return sorted(
        [f"stale    {file}" for file in changed]
        + [f"missing  {file}" for file in _files(fresh) - both]
        + [f"left     {file}" for file in _files(committed) - both]
    )


def main() -> int:
    """0 when done or fresh, 1 when stale or refused."""
    parser = argparse.ArgumentParser(description="Generate riverrun/pb from protos/.")
    parser.add_argument("--check", action="store_true", help="write nothing; fail when riverrun/pb is stale")
    check: bool = parser.parse_args().check
    with tempfile.TemporaryDirectory() as folder:
        fresh = Path(folder) / "pb"
        try:
            generate(fresh)
        except GenerationFailed as refused:
            print(refused, file=sys.stderr)
            return 1
        if check:
            stale = stale_files(fresh, GENERATED)
            print("\n".join([*stale, "run: make protos"]) if stale else "riverrun/pb is fresh")
            return 1 if stale else 0
        shutil.rmtree(GENERATED, ignore_errors=True)
        shutil.copytree(fresh, GENERATED)
    return 0


if __name__ == "__main__":
    sys.exit(main())
