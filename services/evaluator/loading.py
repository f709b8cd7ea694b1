"""Loads the two engines, and tries each before it is trusted."""

import asyncio
import os
import sys
from importlib import import_module

import numpy as np

from riverrun.holdem.rank import rank
from riverrun.kernel.cards import cards
from services.evaluator.arrays.engine import NumpyEngine
from services.evaluator.cache_folder import CacheFolder
from services.evaluator.engine import Engine
from services.evaluator.processor import Baseline, fitting
from services.evaluator.rank_table import build_rank_table
from services.evaluator.spot import Spot

TRIED_HANDS = 500
COMPILING_S = 600


class EngineFails(RuntimeError):
    """Kernels cannot be compiled, or compute wrongly: a damaged cache, or a compiler's mistake."""


def load_arrays(cache: CacheFolder) -> Engine:
    """The engine that works everywhere. Raises `EngineFails`."""
    return tried(NumpyEngine(cache.kept("ranks", build_rank_table)))


def load_kernels(cache: CacheFolder, baseline: Baseline) -> Engine:
    """The compiled engine: a second with what was kept, else as long as compiling takes.

    Raises `EngineFails`, and whatever keeps numba from being imported or from compiling.
    """
    _tell_numba(cache, baseline)
    # Numba is imported here only, once it was told where and for what to compile.
    compiled = import_module("services.evaluator.kernels.engine")
    engine = tried(compiled.NumbaEngine(cache.kept("ranks", build_rank_table)))
    cache.note_compiled()
    return engine


class Compiler:
    """Compiles in a process of its own, for that takes 100 MB and the interpreter's lock."""

    def __init__(self, cache: CacheFolder, process: asyncio.subprocess.Process) -> None:
        self._cache = cache
        self._process = process

    @property
    def pid(self) -> int:
        return self._process.pid

    async def finish(self) -> None:
        """Wait until all is compiled and kept. Raises `EngineFails`, `TimeoutError`."""
        async with asyncio.timeout(COMPILING_S):
            code = await self._process.wait()
        if code:
            raise EngineFails(f"kernels are not compiled: exit code {code}")
        self._cache.note_compiled()

    def stop(self) -> None:
        if self._process.returncode is None:
            self._process.kill()


async def start_compiler(cache: CacheFolder, baseline: Baseline) -> Compiler:
    """It ends with us, even if we are killed. Raises `OSError`."""
    _tell_numba(cache, baseline)
    command = (sys.executable, "-m", "services.evaluator.leashed", "services.evaluator.kernels")
    return Compiler(cache, await asyncio.create_subprocess_exec(*command, stdin=asyncio.subprocess.PIPE))


def _tell_numba(cache: CacheFolder, baseline: Baseline) -> None:
    fitted = fitting(baseline)
    os.environ["NUMBA_CACHE_DIR"] = str(cache.kernels)
    if fitted != "host":
        os.environ["NUMBA_CPU_NAME"], os.environ["NUMBA_CPU_FEATURES"] = fitted, ""


def tried(engine: Engine) -> Engine:
    """The engine, once it has ranked and counted what is known. Raises `EngineFails`."""
    deck = np.random.default_rng(1).permuted(np.tile(np.arange(52, dtype=np.uint8), (TRIED_HANDS, 1)), axis=1)
    hands = np.ascontiguousarray(deck[:, :7])
    if engine.ranks(hands).tolist() != [rank(hand) for hand in hands.tolist()]:
        raise EngineFails("hands are ranked wrongly")
    holes = (cards("AhKh"), cards("QsQd"))
    if engine.count(Spot(holes))[:, :2].tolist() != [[787_966, 6_732], [917_606, 6_732]]:
        raise EngineFails("boards are counted wrongly before the flop")
    if engine.count(Spot(holes, cards("7h4h2c")))[:, :2].tolist() != [[545, 0], [445, 0]]:
        raise EngineFails("boards are counted wrongly on the flop")
    return engine
