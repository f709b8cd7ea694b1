"""A finished hand told in lines, one a step."""

from collections.abc import Iterator

from rich.text import Text

from console.finished.found_list import when
from console.finished.step_words import step_words
from console.supervisor.log_line import printable
from console.telling.shown_table import shown_cards
from services.history.hands.frames import Frame
from services.history.hands.told_hand import ToldHand


def heading(hand: ToldHand) -> Text:
    """Which hand it is."""
    title = f"Hand {hand.hand} of {printable(hand.table_name)} ({hand.table})"
    return Text.assemble((title, "bold green"), f", {when(hand.ended_ms)}")


def told_lines(hand: ToldHand, frames: list[Frame]) -> Iterator[Text]:
    """The hand from its stacks to what everybody won."""
    yield heading(hand)
    for frame in frames:
        yield told_step(hand, frame)
        if frame.step is None:
            yield from _own_cards(hand)
    for player in hand.players:
        insured = f", insurance {player.insurance:+,}" if player.insurance else ""
        yield Text.assemble(
            (f"seat {player.seat} {printable(player.name)}", "dim"), f" {player.net:+,}{insured}"
        )


def _own_cards(hand: ToldHand) -> Iterator[Text]:
    """Those that the viewer was dealt, where he was."""
    for player in hand.players:
        if player.own and player.cards:
            yield Text.assemble(f"  {printable(player.name)} holds ", shown_cards(player.cards))


def told_step(hand: ToldHand, frame: Frame) -> Text:
    """What happened right before this frame."""
    step = frame.step
    if step is None:
        stacks = ", ".join(f"{printable(one.name)} {one.stack:,}" for one in frame.seats)
        return Text.assemble(("stacks", "dim"), f" {stacks}")
    pot = (f"  pot {frame.pot:,}", "dim")
    if step.kind == "board":
        boards = Text(" | ").join(shown_cards(board) for board in frame.boards)
        return Text.assemble((f"\n{step.street.capitalize()}", "bold"), " ", boards, pot)
    who = printable(hand.player_at(step.seat).name) if step.seat else ""
    all_in = (" all-in", "bold") if step.all_in else ""
    shown = Text.assemble(" ", shown_cards(step.cards)) if step.cards else ""
    return Text.assemble(f"  {who} {step_words(step)}", shown, all_in, pot)
