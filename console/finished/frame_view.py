"""One frame of a finished hand, drawn: boards, pot, who holds what, and what happened last."""

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from console.finished.told_lines import heading, told_step
from console.supervisor.log_line import printable
from console.telling.shown_table import shown_cards
from services.history.hands.frames import Frame, FrameSeat
from services.history.hands.told_hand import ToldHand

HIDDEN = Text("## ##", "dim")


def frame_view(hand: ToldHand, frames: list[Frame], place: int) -> RenderableType:
    """The frame at that place, with where it stands among the others."""
    frame = frames[place]
    parts: list[RenderableType] = [
        heading(hand),
        Text(f"{frame.street.capitalize()}, {place} of {len(frames) - 1} steps", "dim"),
        _seats(hand, frame),
    ]
    parts += [Text.assemble("board  ", shown_cards(board)) for board in frame.boards or ("",)]
    parts += [Text(f"pot    {frame.pot:,}"), Text(told_step(hand, frame).plain.strip(), "bold")]
    return Group(*parts)


def _seats(hand: ToldHand, frame: Frame) -> Grid:
    grid = Grid(box=None, pad_edge=False, header_style="dim")
    for title in ("seat", "", "player", "stack", "bet", "cards", ""):
        grid.add_column(title, justify="right" if title in ("seat", "stack", "bet") else "left")
    acts = frame.step.seat if frame.step is not None else 0
    for seat in frame.seats:
        place = hand.player_at(seat.seat).position
        cards = shown_cards(seat.cards) if seat.cards else Text("") if seat.folded else HIDDEN
        style = "dim" if seat.folded else "bold" if seat.seat == acts else ""
        bet = f"{seat.bet:,}" if seat.bet else ""
        row = (str(seat.seat), place, printable(seat.name), f"{seat.stack:,}", bet, cards, _words(seat))
        grid.add_row(*row, style=style)
    return grid


def _words(seat: FrameSeat) -> str:
    return f"won {seat.won:,}" if seat.won else "folded" if seat.folded else ""
