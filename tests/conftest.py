"""What holds for every test: how hard Hypothesis looks."""

import os

from hypothesis import settings

# `make test` draws the same examples each time: red means this change; `make test-full` looks further.
settings.register_profile("steady", max_examples=50, deadline=None, derandomize=True)
settings.register_profile("thorough", max_examples=500, deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))
