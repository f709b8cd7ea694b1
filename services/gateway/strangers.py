"""How many connections of one address may be open that have not greeted yet."""

from collections import Counter

from services.gateway.refusals import RateLimited

RETRY_MS = 1_000


class Strangers:
    """One for the door."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._from: Counter[str] = Counter()

    def come(self, address: str) -> "Stranger":
        """One more. Raises `RateLimited`."""
        if self._from[address] >= self._most:
            raise RateLimited(retry_ms=RETRY_MS)
        self._from[address] += 1
        return Stranger(self._from, address)


class Stranger:
    """Somebody who came in and has not said who he is."""

    def __init__(self, among: "Counter[str]", address: str) -> None:
        self._among = among
        self._address = address
        self._counted = True

    def is_none(self) -> None:
        """He has greeted, or he is gone."""
        if self._counted:
            self._counted = False
            self._among[self._address] -= 1
            if not self._among[self._address]:
                del self._among[self._address]
