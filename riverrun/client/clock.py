"""The server's clock as seen from here, so that timers are drawn right where the device's clock is wrong."""

import time


class ServerClock:
    """Keeps the offset told by the quickest answer: its error is at most half of that answer's round trip."""

    def __init__(self) -> None:
        self._offset_ms = 0.0
        self._best_round_trip_ms = float("inf")

    @property
    def offset_ms(self) -> int:
        """What to add to this device's Unix time."""
        return round(self._offset_ms)

    def now_ms(self) -> int:
        """The server's Unix time now."""
        return round(time.time() * 1_000 + self._offset_ms)

    def heard(self, server_now_ms: int, round_trip_ms: float) -> None:
        """An answer that carried the server's time just came, `round_trip_ms` after its question left."""
        if round_trip_ms > self._best_round_trip_ms:
            return
        self._best_round_trip_ms = round_trip_ms
        self._offset_ms = server_now_ms + round_trip_ms / 2 - time.time() * 1_000

    def forget(self) -> None:
        """A new connection: this device's clock may have been set since."""
        self._best_round_trip_ms = float("inf")
