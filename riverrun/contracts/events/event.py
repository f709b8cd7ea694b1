"""What every event of a table is, and the words that several of them use."""

from typing import Literal

import msgspec

BlindKind = Literal["sb", "bb", "straddle", "post", "dead"]
EndedBy = Literal["fold", "showdown", "void"]
Street = Literal["preflop", "flop", "turn", "river"]
Cause = Literal["player", "clock", "absence", "preset"]
"""Why an action happened: the player's own, the clock ran out, he is on the way out, or had set it before."""


class Event(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A fact about one table."""
