"""`python -m services.evaluator.fill_cache`: makes beforehand what else the first start would make.

For images: with `RIVERRUN_EVALUATOR_PROCESSOR=x86-64-v3` it is made for all machines of that baseline.
"""

import sys

import structlog

from riverrun.runtime.settings.environment import read_settings
from riverrun.runtime.telemetry.logging import LogSettings, configure_logging
from services.evaluator.cache_folder import open_cache
from services.evaluator.counting import KEPT_AS, kept_match_ups
from services.evaluator.loading import load_arrays, load_kernels
from services.evaluator.settings import EvaluatorSettings

log = structlog.get_logger(__name__)


def main() -> int:
    """0 once all is kept, 1 if the folder keeps nothing. Raises what prevents compiling."""
    configure_logging("evaluator", read_settings(LogSettings, "RIVERRUN_LOG_"))
    settings = read_settings(EvaluatorSettings, "RIVERRUN_EVALUATOR_")
    cache = open_cache(settings.cache, settings.shipped_cache)
    if not cache.lasting:
        return 1
    load_arrays(cache)
    engine = load_kernels(cache, settings.processor)
    match_ups = kept_match_ups(cache)
    if not match_ups.complete:
        for _ in match_ups.fill(engine, a_step=1000):
            pass
        cache.keep(KEPT_AS, match_ups.found)
    log.info("cache_filled", folder=str(cache.path), processor=settings.processor)
    return 0


if __name__ == "__main__":
    sys.exit(main())
