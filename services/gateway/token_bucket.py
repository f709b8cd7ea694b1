"""How often something may happen: so much a second, and a reserve for bursts. Time comes from the caller."""

from collections import OrderedDict


class TokenBucket:
    """Full at first; each taking needs a whole token."""

    __slots__ = ("_at_s", "_burst", "_per_s", "_tokens")

    def __init__(self, per_s: float, burst: int, now_s: float) -> None:
        self._per_s = per_s
        self._burst = burst
        self._tokens = float(burst)
        self._at_s = now_s

    def take(self, now_s: float) -> bool:
        """Take a token if there is one."""
        self._tokens = min(self._burst, self._tokens + (now_s - self._at_s) * self._per_s)
        self._at_s = now_s
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def wait_ms(self) -> int:
        """After a refusal: how long until there is a token again."""
        return max(1, round((1 - self._tokens) / self._per_s * 1_000))


class Buckets:
    """A bucket for each of many, such as addresses; whoever was quiet the longest is forgotten first."""

    def __init__(self, per_s: float, burst: int, most: int = 10_000) -> None:
        self._per_s = per_s
        self._burst = burst
        self._most = most
        self._of: OrderedDict[str, TokenBucket] = OrderedDict()

    def of(self, whom: str, now_s: float) -> TokenBucket:
        """The bucket of one of them."""
        bucket = self._of.pop(whom, None) or TokenBucket(self._per_s, self._burst, now_s)
        self._of[whom] = bucket
        if len(self._of) > self._most:
            self._of.popitem(last=False)
        return bucket
