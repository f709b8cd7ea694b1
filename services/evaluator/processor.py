"""For which processor kernels are compiled: the one found here, or a baseline that many machines share."""

from importlib import import_module
from typing import Literal, TypeAlias

import structlog

log = structlog.get_logger(__name__)

Baseline: TypeAlias = Literal["host", "x86-64-v2", "x86-64-v3"]

NEEDED = {
    "x86-64-v2": {"cx16", "popcnt", "sse3", "sse4.1", "sse4.2", "ssse3"},
    "x86-64-v3": {"avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe", "popcnt", "sse4.2"},
}


def fitting(baseline: Baseline) -> Baseline:
    """The baseline if this processor has all of it; else what fits here, and is compiled here."""
    if baseline == "host":
        return baseline
    features: dict[str, bool] = import_module("llvmlite.binding").get_host_cpu_features()
    missing = sorted(name for name in NEEDED[baseline] if not features.get(name))
    if missing:
        log.warning("processor_below_baseline", baseline=baseline, missing=missing)
        return "host"
    return baseline
