"""What a table's owner orders, and how a table ends, in a player's words."""

from collections.abc import Callable

from console.table_screen.told import Told
from riverrun.contracts.views import EventView

_WHY = {"owner": "", "hands": ": so many hands were played", "time": ": its hour has come"}


def _paused(_: Told, __: EventView) -> str:
    return "The table's owner makes a pause after this hand"


def _continued(_: Told, __: EventView) -> str:
    return "The game goes on"


def _options_queued(_: Told, __: EventView) -> str:
    return "The next hand has other options"


def _options_changed(_: Told, event: EventView) -> str:
    config = event["config"]
    return f"The table's options are new: blinds {config['small_blind']:,}/{config['big_blind']:,}"


def _bomb_pot(_: Told, __: EventView) -> str:
    return "The next hand is a bomb pot"


def _muted(_: Told, event: EventView) -> str:
    return f"The table's owner {'mutes a player' if event['muted'] else 'lets a player speak again'}"


def _closing(_: Told, event: EventView) -> str:
    return f"The table closes after this hand{_WHY.get(event['reason'], '')}"


def _closed(_: Told, __: EventView) -> str:
    return "The table is closed; all stacks have gone back"


TELLERS: dict[str, Callable[[Told, EventView], str]] = {
    "table.paused": _paused,
    "table.continued": _continued,
    "table.options_queued": _options_queued,
    "table.options_changed": _options_changed,
    "table.bomb_pot_called": _bomb_pot,
    "table.player_muted": _muted,
    "table.closing": _closing,
    "table.closed": _closed,
}
