"""Options of a table about players' time: the time bank and the disconnect allowance (R8.1, R8.5)."""

import msgspec


class TimeBank(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Extra time of each player's own, in milliseconds; nobody has any where `start_ms` and `gain_ms` are 0.

    A player sits down with `start_ms` and gains `gain_ms` with every `gain_every`th hand dealt to him here;
    what goes beyond `cap_ms` is lost.
    """

    start_ms: int = 30_000
    gain_ms: int = 5_000
    gain_every: int = 10
    cap_ms: int = 60_000


TIME_BANK_BOUNDS = {
    "start_ms": (0, 600_000),
    "gain_ms": (0, 600_000),
    "gain_every": (1, 1_000),
    "cap_ms": (0, 600_000),
}


class DisconnectAllowance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Extra time for a player whose connection is gone when his time ends, in milliseconds (R8.5).

    Once a hand, and not more than `per_hour_ms` within an hour; 0 as `extra_ms`: none.
    """

    extra_ms: int = 30_000
    per_hour_ms: int = 120_000


DISCONNECT_BOUNDS = {"extra_ms": (0, 300_000), "per_hour_ms": (0, 3_600_000)}
