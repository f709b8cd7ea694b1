"""What the computer players' process is told: `RIVERRUN_BOTS`, `RIVERRUN_BOT_*`."""

from dataclasses import dataclass
from typing import Annotated, Literal, NamedTuple

from msgspec import Meta


class Pause(NamedTuple):
    """From how long to how long a bot thinks, in milliseconds."""

    least_ms: int
    most_ms: int


@dataclass(frozen=True)
class BotSettings:
    """How many there are, where they sit and how they play."""

    gateway_url: Annotated[str, Meta(description="the gateway they play through")] = "http://127.0.0.1:7300"
    bots: Annotated[int, Meta(ge=0, le=10_000, description="how many play")] = 6
    bot_level: Annotated[Literal["easy", "random"], Meta(description="how well they play")] = "easy"
    bot_tables: Annotated[
        tuple[str, ...],
        Meta(
            description="their tables' ids; or one number: so many of the lobby's, opened where missing; "
            "where empty all of the lobby's, or one that they open"
        ),
    ] = ()
    bot_free_seats: Annotated[
        int, Meta(ge=0, le=8, description="seats they leave to people at each table")
    ] = 1
    bot_think_ms: Annotated[
        str, Meta(pattern=r"\A\d{1,6}(-\d{1,6})?\Z", description="how long they think, such as `600-2000`")
    ] = "600-2000"
    bot_seed: Annotated[int | None, Meta(description="makes their whims the same each time")] = None
    bot_roster: Annotated[
        str,
        Meta(
            description="a file for their tokens, so that a new process finds their seats again; empty: none"
        ),
    ] = ""

    @property
    def pause(self) -> Pause:
        """The bounds of a bot's thinking."""
        least, _, most = self.bot_think_ms.partition("-")
        return Pause(int(least), max(int(least), int(most or least)))
