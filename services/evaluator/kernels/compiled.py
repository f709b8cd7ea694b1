"""How kernels are compiled: kept on the disk, freed of the interpreter's lock, for the types they are for."""

from collections.abc import Callable
from typing import Any, TypeVar, cast

import numba
from numba import types

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

TABLE = types.Array(types.uint16, 1, "C", readonly=True)
CARDS = types.Array(types.uint8, 1, "C", readonly=True)
HANDS = types.Array(types.uint8, 2, "C", readonly=True)
COUNTS = types.Array(types.int64, 2, "C")


def compiled(*signature: types.Type, returns: types.Type = types.void) -> Callable[[Kernel], Kernel]:
    """Compile now, for these types alone: a call with others fails instead of compiling for seconds."""

    def compile_now(kernel: Kernel) -> Kernel:
        return cast(Kernel, numba.njit(returns(*signature), cache=True, nogil=True)(kernel))

    return compile_now


def inner(part: Kernel) -> Kernel:
    """A part of kernels that stays a function of its own."""
    return cast(Kernel, numba.njit(nogil=True)(part))


def inlined(part: Kernel) -> Kernel:
    """A small part of kernels that runs a million times: no call is left of it.

    That is left to LLVM: numba's own inlining would count references to each array in every round of a loop.
    """
    return cast(Kernel, numba.njit(nogil=True, forceinline=True)(part))
