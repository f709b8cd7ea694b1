"""The evaluator with NumPy alone, where numba cannot be loaded: slower, and the same to the last number."""
