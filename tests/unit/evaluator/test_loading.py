"""An engine is tried before it is trusted, and compiled for a processor that can run it."""

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from console.supervisor.guard_process import alive
from services.evaluator import processor
from services.evaluator.cache_folder import CacheFolder
from services.evaluator.counts import Counts
from services.evaluator.engine import Engine
from services.evaluator.loading import EngineFails, load_arrays, start_compiler, tried
from services.evaluator.processor import NEEDED, fitting
from services.evaluator.spot import Spot
from services.evaluator.switched import SwitchedEngine
from tests.support.evaluator import engine_named
from tests.support.waiting import until, waiting_for


class Off(SwitchedEngine):
    """An engine that is wrong by one, in ranks or in boards."""

    def __init__(self, engine: Engine, ranks: int = 0, wins: int = 0) -> None:
        super().__init__(engine, lambda _: None)
        self._ranks = ranks
        self._wins = wins

    def ranks(self, hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
        return super().ranks(hands) + np.uint16(self._ranks)

    def count(self, spot: Spot) -> Counts:
        return super().count(spot) + self._wins


def test_an_engine_that_ranks_wrongly_is_not_trusted(numpy: Engine) -> None:
    with pytest.raises(EngineFails, match="ranked"):
        tried(Off(numpy, ranks=1))


def test_an_engine_that_counts_wrongly_is_not_trusted(numpy: Engine) -> None:
    with pytest.raises(EngineFails, match="counted"):
        tried(Off(numpy, wins=1))


def test_a_table_that_was_changed_on_the_disk_is_built_anew(tmp_path: Path) -> None:
    cache = CacheFolder(tmp_path)
    first = load_arrays(cache)
    file = cache.path / "ranks.npy"
    file.write_bytes(file.read_bytes()[:-1] + b"\x07")

    again = load_arrays(cache)

    hands = np.arange(7, dtype=np.uint8)[None, :]
    assert again.ranks(hands).tolist() == first.ranks(hands).tolist()


async def test_a_compiler_that_fails_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", "")
    (tmp_path / "numba.py").write_text("raise ImportError('not on this machine')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    cache = CacheFolder(tmp_path)

    compiler = await start_compiler(cache, "host")

    with pytest.raises(EngineFails):
        await compiler.finish()
    assert not cache.compiled


STARTER = """
import asyncio, sys
from pathlib import Path
from services.evaluator import loading
from services.evaluator.cache_folder import CacheFolder

async def start():
    compiler = await loading.start_compiler(CacheFolder(Path(sys.argv[1])), "host")
    print(compiler.pid, flush=True)
    await asyncio.sleep(600)

asyncio.run(start())
"""


async def test_a_compiler_does_not_outlive_an_evaluator_that_is_killed(tmp_path: Path) -> None:
    (tmp_path / "numba.py").write_text("import time\nprint('compiling', flush=True)\ntime.sleep(600)")
    starter = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", STARTER, str(tmp_path)),
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": f"{tmp_path}:{Path.cwd()}"},
    )
    assert starter.stdout is not None
    async with waiting_for("a compiler that compiles"):
        compiler = int(await starter.stdout.readline())
        assert await starter.stdout.readline() == b"compiling\n"
    assert alive(compiler)

    starter.kill()

    await until(lambda: not alive(compiler))
    await starter.wait()


async def test_a_compiler_can_be_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", "")
    compiler = await start_compiler(CacheFolder(tmp_path), "host")

    compiler.stop()

    with pytest.raises(EngineFails):
        await compiler.finish()
    compiler.stop()


def test_a_baseline_is_kept_where_the_processor_has_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processor, "import_module", lambda _name: Features(NEEDED["x86-64-v3"]))

    assert fitting("x86-64-v3") == "x86-64-v3"


def test_a_processor_below_the_baseline_is_compiled_for_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processor, "import_module", lambda _name: Features({"popcnt", "sse4.2"}))

    assert fitting("x86-64-v3") == "host"
    assert fitting("host") == "host"


class Features:
    """A processor with these features."""

    def __init__(self, names: set[str]) -> None:
        self._names = names

    def get_host_cpu_features(self) -> dict[str, Any]:
        return dict.fromkeys(self._names, True)


def test_an_engine_can_be_changed_for_another() -> None:
    told: list[str] = []
    engine = SwitchedEngine(engine_named("numpy"), told.append)
    before = engine.name, engine.hands_a_slice

    engine.use(Off(engine_named("numpy"), ranks=1))

    assert before == ("numpy", engine.hands_a_slice)
    assert told == ["numpy", engine.name]
    assert engine.ranks(np.array([[51, 47, 43, 39, 35, 0, 5]], np.uint8)).tolist() == [7463]
