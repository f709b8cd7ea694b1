"""An engine that can be changed for a better one while it is asked."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from prometheus_client import Info

from services.evaluator.counts import Counts
from services.evaluator.engine import Engine, Simulation
from services.evaluator.spot import Spot

ENGINE = Info("riverrun_evaluator", "Which engine answers: numba, or numpy where that is not loaded")


class SwitchedEngine:
    """Both engines give the same answers, so even one question may be answered by both in turn.

    `tell` hears the name of each that is used.
    """

    def __init__(self, engine: Engine, tell: Callable[[str], None]) -> None:
        self._tell = tell
        self.use(engine)

    def use(self, engine: Engine) -> None:
        """From now on, ask this one."""
        self._engine = engine
        ENGINE.info({"engine": engine.name})
        self._tell(engine.name)

    @property
    def name(self) -> str:
        return self._engine.name

    @property
    def hands_a_slice(self) -> int:
        return self._engine.hands_a_slice

    def ranks(self, hands: NDArray[np.uint8]) -> NDArray[np.uint16]:
        return self._engine.ranks(hands)

    def count(self, spot: Spot) -> Counts:
        return self._engine.count(spot)

    def count_unknown(self, spot: Spot, ways: range) -> Counts:
        return self._engine.count_unknown(spot, ways)

    def sample(self, simulation: Simulation, attempts: range, most: int) -> NDArray[np.int64]:
        return self._engine.sample(simulation, attempts, most)
