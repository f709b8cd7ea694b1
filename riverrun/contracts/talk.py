"""What people say to each other at a table, as it lies in the talk stream and is sent on (R10.4)."""

from typing import Literal, TypeAlias

import msgspec

from riverrun.kernel.identifiers import PlayerId, SeatNo

TalkKind: TypeAlias = Literal["chat", "emoji", "throw"]
TalkMode: TypeAlias = Literal["off", "seated", "everyone"]
"""Who may talk at a table: nobody, who has a seat, or spectators too."""

MOST_LETTERS = 200
EMOJI = ("smile", "laugh", "cry", "angry", "cool", "think", "wow", "thumbs_up", "clap", "good_game")
THROWABLES = ("tomato", "egg", "rose", "beer", "coffee", "fish", "snowball", "confetti")


class Said(msgspec.Struct, frozen=True):
    """One thing said: words, the name of an emoji, or of something thrown at seat `to`."""

    at_ms: int
    player: PlayerId
    name: str
    kind: TalkKind
    text: str
    to: SeatNo | None = None
