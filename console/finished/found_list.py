"""A list of finished hands, a line each."""

from datetime import UTC, datetime

from rich.table import Table as Grid

from services.history.hands.search import FoundHand


def shown_hands(found: list[FoundHand], *, with_player: bool) -> Grid:
    """The hands; `with_player`: with what the player looked for showed and won."""
    grid = Grid(box=None, pad_edge=False, header_style="dim")
    titles = ["table", "hand", "ended", "stakes", "players", "board", "pot", ""]
    for title in [*titles, "shown", "won"] if with_player else titles:
        numbers = title in ("hand", "players", "pot", "won")
        grid.add_column(title, justify="right" if numbers else "left", no_wrap=True)
    for one in found:
        words = ["all-in"] * one.all_in + ["insured"] * one.insured
        row = [one.table, f"{one.hand:,}", when(one.ended_ms), f"{one.currency} {one.big_blind}"]
        row += [str(one.players), one.board, f"{one.pot:,}", " ".join(words)]
        grid.add_row(*row, *([one.shown, f"{one.net:+,}"] if with_player else []))
    return grid


def when(at_ms: int) -> str:
    """A time as clocks here show it."""
    return f"{datetime.fromtimestamp(at_ms / 1000, UTC).astimezone():%Y-%m-%d %H:%M:%S}"
