"""A folder for what takes seconds to make: compiled kernels, the table of ranks, the match-ups."""

import hashlib
import io
import os
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
import structlog
from numpy.typing import NDArray

import riverrun.holdem.hand_classes
import riverrun.holdem.rank

log = structlog.get_logger(__name__)

Array = TypeVar("Array", bound=NDArray[Any])

UNUSED_S = 30 * 24 * 3600
"""After so long without a start, what another form of the code has kept is thrown away."""
DIGEST_SIZE = 32
HERE = Path(__file__).parent
SOURCES = [
    Path(riverrun.holdem.rank.__file__),
    Path(riverrun.holdem.hand_classes.__file__),
    *(HERE / f"{name}.py" for name in ("keys", "rank_table", "board_classes", "counts", "match_ups")),
    *sorted((HERE / "kernels").glob("*.py")),
]
"""Numba notices a change in a kernel's own file only, so all of them together name the folder."""


def fingerprint() -> str:
    """Tells one form of the code that makes what is kept from another."""
    digest = hashlib.sha256()
    for source in SOURCES:
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


class CacheFolder:
    """The part of a folder that this form of the code made; nobody else may write there."""

    def __init__(self, folder: Path, *, lasting: bool = True) -> None:
        self.path = folder / fingerprint()
        self.lasting = lasting
        self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.utime(self.path)

    @property
    def kernels(self) -> Path:
        return self.path / "kernels"

    @property
    def compiled(self) -> bool:
        """All kernels are there, if for this processor."""
        return (self.kernels / "complete").exists()

    def note_compiled(self) -> None:
        self.kernels.mkdir(exist_ok=True)
        (self.kernels / "complete").touch()

    def load(self, name: str) -> NDArray[Any] | None:
        """What was kept under this name; None if nothing was, or what is there was damaged."""
        file = self.path / f"{name}.npy"
        if not file.exists():
            return None
        content = file.read_bytes()
        digest, data = content[:DIGEST_SIZE], content[DIGEST_SIZE:]
        if hashlib.sha256(data).digest() != digest:
            log.warning("cache_damaged", file=str(file))
            return None
        return cast(NDArray[Any], np.load(io.BytesIO(data), allow_pickle=False))

    def keep(self, name: str, array: NDArray[Any]) -> None:
        """Keep for the next start; who reads meanwhile finds all of it or nothing. Raises `OSError`."""
        data = io.BytesIO()
        np.save(data, array, allow_pickle=False)
        with tempfile.NamedTemporaryFile(dir=self.path, delete=False) as new:
            new.write(hashlib.sha256(data.getvalue()).digest() + data.getvalue())
        Path(new.name).replace(self.path / f"{name}.npy")

    def kept(self, name: str, build: Callable[[], Array]) -> Array:
        """What was kept, else what is built now, and kept. It is nobody's to change."""
        array = self.load(name)
        if array is None:
            array = build()
            self.keep(name, array)
        array.flags.writeable = False
        return cast(Array, array)


def open_cache(folder: str, shipped: str) -> CacheFolder:
    """The folder of that name, at first filled from a shipped one; where that cannot be, one that is lost."""
    chosen = Path(folder).expanduser()
    try:
        _take_over(Path(shipped), chosen)
        cache = CacheFolder(chosen)
        tempfile.TemporaryFile(dir=cache.path).close()
    except OSError as error:
        log.warning("cache_not_kept", folder=folder, reason=str(error))
        return CacheFolder(Path(tempfile.mkdtemp(prefix="riverrun-evaluator-")), lasting=False)
    _forget_unused(chosen, cache.path)
    return cache


def _take_over(shipped: Path, chosen: Path) -> None:
    source, target = shipped / fingerprint(), chosen / fingerprint()
    if shipped.name and source.is_dir() and not target.exists():
        chosen.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=chosen) as new:
            shutil.copytree(source, Path(new) / source.name)
            (Path(new) / source.name).replace(target)


def _forget_unused(folder: Path, current: Path) -> None:
    for other in folder.iterdir():
        if other.is_dir() and other != current and time.time() - other.stat().st_mtime > UNUSED_S:
            shutil.rmtree(other, ignore_errors=True)
