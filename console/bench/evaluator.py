"""`riverrun bench evaluator`: ranks, exact equities and simulations beside four others in the same run."""

import sys
from collections.abc import Callable
from time import perf_counter, process_time
from typing import NamedTuple

import numpy as np

from console.bench import peer_evaluators as peers
from console.bench.evaluator_process import process_rows
from console.bench.peer_evaluators import Work
from console.bench.rows import BenchRow
from riverrun.kernel.cards import Cards, cards
from services.evaluator.cache_folder import open_cache
from services.evaluator.engine import Engine, Simulation
from services.evaluator.equity import EquityQuestion, equity_steps
from services.evaluator.loading import load_arrays, load_kernels
from services.evaluator.match_ups import MatchUps
from services.evaluator.opponents import against
from services.evaluator.settings import EvaluatorSettings
from services.evaluator.spot import Spot

ROUNDS, SECONDS = 7, 0.05
HANDS, FEW_HANDS, SAMPLES = 1_000_000, 2_000, 200_000
HOLES = tuple(cards(hole) for hole in ("AhKh", "QsQd", "7c7d", "As4s", "JcTc", "5h6h"))
FLOP = cards("7h4h2c")


class Contest(NamedTuple):
    """One question, and who answers it how; ours comes first."""

    case: str
    unit: str
    works: dict[str, Work]


def rows() -> list[BenchRow]:
    """The best of several rounds in which all take turns, in processor time: other work changes little."""
    cache = open_cache(EvaluatorSettings().cache, "")
    compiled, arrays = load_kernels(cache, "host"), load_arrays(cache)
    contests = [*_ranking(compiled, arrays), *_counting(compiled, arrays), *_sampling(compiled, arrays)]
    return [row for contest in contests for row in _measured(contest)] + process_rows(sys.executable)


def _ranking(compiled: Engine, arrays: Engine) -> list[Contest]:
    deck = np.tile(np.arange(52, dtype=np.uint8), (HANDS // 10, 1))
    hands = np.tile(np.random.default_rng(7).permuted(deck, axis=1)[:, :7], (10, 1))
    few = hands[:FEW_HANDS]
    works = {
        "riverrun": lambda: len(compiled.ranks(hands)),
        "riverrun, arrays": lambda: len(arrays.ranks(hands)),
        "pokerfast": peers.pokerfast_ranks(hands),
        "eval7": peers.eval7_ranks(few),
        "phevaluator": peers.phevaluator_ranks(few),
        "pokerkit": peers.pokerkit_ranks(few[:200]),
    }
    return [Contest("seven random cards", "M hands/s", works)]


def _counting(compiled: Engine, arrays: Engine) -> list[Contest]:
    match_ups = MatchUps()
    one, other = HOLES[:2]
    counts = compiled.count(Spot((one, other)))
    match_ups.note(one, other, int(counts[0, 0]), int(counts[0, 1]))
    contests = [
        _exact(compiled, arrays, 2, ()),
        Contest(
            "exact, heads-up preflop, found",
            "us",
            {"riverrun": _times(lambda: match_ups.find(one, other)),
             "pokerfast": peers.pokerfast_equity(HOLES[:2], ())},
        ),
        _exact(compiled, arrays, 6, ()),
        *(_exact(compiled, arrays, players, FLOP) for players in range(2, 7)),
    ]  # fmt: skip
    question = EquityQuestion(Spot(HOLES[:1], FLOP), unknown_at=1)
    any_hand = {
        "riverrun": _times(lambda: list(equity_steps(compiled, match_ups, question))),
        "pokerfast": peers.pokerfast_against_any(HOLES[0], FLOP),
    }
    return [*contests, Contest("exact, one unknown hand, flop", "us", any_hand)]


def _exact(compiled: Engine, arrays: Engine, players: int, board: Cards) -> Contest:
    spot = Spot(HOLES[:players], board)
    works = {
        "riverrun": _times(lambda: compiled.count(spot)),
        "riverrun, arrays": _times(lambda: arrays.count(spot)),
        "pokerfast": peers.pokerfast_equity(spot.holes, board),
    }
    return Contest(f"exact, {players} hands {'flop' if board else 'preflop'}", "us", works)


def _sampling(compiled: Engine, arrays: Engine) -> list[Contest]:
    contests = []
    for unknown in (1, 5):
        works = {
            "riverrun": _samples(compiled, unknown, SAMPLES),
            "riverrun, arrays": _samples(arrays, unknown, SAMPLES // 20),
            "pokerfast": peers.pokerfast_samples(HOLES[0], unknown),
        }
        if unknown == 1:
            works["eval7"] = peers.eval7_samples(HOLES[0], SAMPLES)
        works["pokerkit"] = peers.pokerkit_samples(HOLES[0], unknown)
        contests.append(Contest(f"Monte Carlo, {unknown} unknown preflop", "M samples/s", works))
    return contests


def _samples(engine: Engine, unknown: int, samples: int) -> Work:
    simulation = Simulation(Spot(HOLES[:1]), against(unknown), np.uint64(5))
    return lambda: int(engine.sample(simulation, range(samples), samples).sum())


def _times(ask: Callable[[], object]) -> Work:
    def work() -> int:
        ask()
        return 1

    return work


def _measured(contest: Contest) -> list[BenchRow]:
    best = dict.fromkeys(contest.works, float("inf"))
    for work in contest.works.values():
        _seconds_a_unit(work)
    for _ in range(ROUNDS):
        for name, work in contest.works.items():
            best[name] = min(best[name], _seconds_a_unit(work))
    rate = contest.unit.startswith("M ")
    values = {name: 1e-6 / took if rate else took * 1e6 for name, took in best.items()}
    ours, *others = values
    case = contest.case
    beside = [
        BenchRow("evaluator", f"{case}: {ours}", values[ours], contest.unit,
                 values[ours] / values[other], f"{case}: {other}")
        for other in others
    ]  # fmt: skip
    return beside + [BenchRow("evaluator", f"{case}: {name}", values[name], contest.unit) for name in others]


def _seconds_a_unit(work: Work) -> float:
    started, at = process_time(), perf_counter()
    units = work()
    while perf_counter() - at < SECONDS:
        units += work()
    return (process_time() - started) / units
