"""Both engines for every test that asks for `engine`: their answers must be the same."""

import pytest

from services.evaluator.engine import Engine
from tests.support.evaluator import ENGINES, engine_named


@pytest.fixture(scope="session", params=ENGINES)
def engine(request: pytest.FixtureRequest) -> Engine:
    return engine_named(request.param)


@pytest.fixture(scope="session")
def numba() -> Engine:
    return engine_named("numba")


@pytest.fixture(scope="session")
def numpy() -> Engine:
    return engine_named("numpy")
