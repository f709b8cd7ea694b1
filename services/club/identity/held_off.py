"""Why somebody is held off, with the time from when it is possible again; all by his own wish."""

from riverrun.contracts.refusals import Refusal


class HeldOff(Refusal):
    """Any of these; `until_ms` is the time from when it is possible again."""


class Excluded(HeldOff):
    """He asked to be let in nowhere until `until_ms`."""

    code = "excluded"
    text = "you asked to be let in nowhere for a while"


class LossLimitReached(HeldOff):
    """He could lose more than he allowed himself: `limit`, `most` that he may still bring, `until_ms`."""

    code = "loss_limit_reached"
    text = "you could lose more than you allowed yourself"


class TimeLimitReached(HeldOff):
    """He has played as long as he allowed himself: `limit`, `until_ms`."""

    code = "time_limit_reached"
    text = "you have played as long as you allowed yourself"
