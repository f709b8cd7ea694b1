"""`python -m services.evaluator.kernels`: compiles all kernels into `NUMBA_CACHE_DIR`, and ends."""

from services.evaluator.kernels.engine import NumbaEngine

assert NumbaEngine.name == "numba", "imported, and so compiled"
