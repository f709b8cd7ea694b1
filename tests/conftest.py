"""What holds for every test: how hard Hypothesis looks, and that no test changes how others log."""

import os
from collections.abc import Iterator

import pytest
import structlog
from hypothesis import settings

# `make test` draws the same examples each time: red means this change; `make test-full` looks further.
settings.register_profile("steady", max_examples=50, deadline=None, derandomize=True)
settings.register_profile("thorough", max_examples=500, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


@pytest.fixture(autouse=True)
def logging_of_its_own() -> Iterator[None]:
    """A command under test sets up logging for the whole process: here that ends with the test."""
    configured = structlog.get_config() if structlog.is_configured() else None
    yield
    if configured is None:
        structlog.reset_defaults()
    else:
        structlog.configure(**configured)
