"""The whole screen: the table, what happened, whose turn it is, and what is being typed."""

from dataclasses import dataclass

from rich.text import Text

from console.table_screen.asked import clock, filled, offers, own_hand, waiting
from console.table_screen.insuring import asked_to_insure
from console.table_screen.names import printable
from console.table_screen.round_table import WIDEST, round_table
from console.table_screen.seat_list import seat_list
from riverrun.contracts.views import TableView

NARROW = 72
LOW = 22
LEAST_STORY = 3


@dataclass(frozen=True)
class Scene:
    """All that a frame shows. `asked`: it is this player's turn, and not answered yet."""

    view: TableView
    asked: bool = False
    ms_left: int = 0
    story: tuple[Text, ...] = ()
    notice: tuple[str, ...] = ()
    typed: str = ""
    connected: bool = True


def frame(scene: Scene, width: int, height: int) -> list[Text]:
    """Exactly `height` lines, none wider than `width`."""
    small = width < NARROW or height < LOW
    wide = min(width, WIDEST)
    table = seat_list(scene.view) if small else round_table(scene.view, wide)
    below = [_clock_line(scene), *_asked_lines(scene, wide), _prompt(scene)]
    above = [_header(scene.view, wide), *table]
    room = max(LEAST_STORY, height - len(above) - len(below))
    story = [*([Text()] * room), *scene.story][-room:]
    # Where the terminal is too low, the table's upper end is cut off: the turn must stay in sight.
    lines = [*above, *story, *below][-height:]
    for line in lines:
        line.truncate(width, overflow="ellipsis")
    return lines


def _header(view: TableView, width: int) -> Text:
    config = view.config
    left = f"{printable(str(config['name']))} · {config['small_blind']:,}/{config['big_blind']:,}"
    left += f" · hand {view.hand_number}" if view.hand_number else ""
    if view.suspended:
        left += f" · stands still: {printable(view.suspended)}"
    elif view.draining:
        left += f" · no hand follows: {printable(view.draining)}"
    return Text(left.ljust(width), "reverse")


def _clock_line(scene: Scene) -> Text:
    if not scene.connected:
        return Text("The connection is lost; trying again …", "bold red")
    hand = scene.view.hand
    line = own_hand(scene.view)
    if hand is not None and hand.turn is not None:
        line = Text("   ").join([clock(scene.view, scene.ms_left), *([line] if line else [])])
    return line


def _asked_lines(scene: Scene, width: int) -> list[Text]:
    notices = [Text(line, "bold magenta") for line in scene.notice]
    if scene.asked:
        return [*notices, *filled(offers(scene.view), width)]
    if asked := asked_to_insure(scene.view, scene.ms_left):
        return [*notices, asked[0], *filled(asked[1:], width)]
    return notices or [Text(waiting(scene.view), "magenta")]


def _prompt(scene: Scene) -> Text:
    return Text.assemble(("> ", "bold"), scene.typed, (" ", "reverse"))
