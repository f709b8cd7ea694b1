"""A fortnight of invented play: who there is, who cheats with whom, who sits together when."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random

from console.invented.schemes import DUMPED, PRESSED, SOFT, Dumping, Scheme, SoftPlay, Squeezing
from console.invented.style import Style, drawn_style
from console.invented.table import BIG_BLIND, InventedTable
from services.history.projection.hand_rows import Rows, no_rows
from services.history.review.meetings import Pair, pair_of

KINDS = ("dumping", "soft play", "squeezing")
SEATS, FEWEST, HANDS_OF_A_SESSION, DAYS = 6, 3, 75, 14
TOGETHER = 0.5
"""How often the partner comes along when one of two cheats sits down."""
FIRST_MS, DAY_MS, HOUR_MS = 1_700_006_400_000, 86_400_000, 3_600_000


@dataclass(frozen=True)
class Population:
    """Everybody, with his style and the hours of the day at which he plays."""

    styles: Mapping[str, Style]
    hours: Mapping[str, frozenset[int]]
    cheats: Mapping[Pair, str]
    """Pairs that play together, and how."""
    machines: frozenset[str]

    def partner(self, player: str) -> str | None:
        """With whom he plays together."""
        for one, other in self.cheats:
            if player in (one, other):
                return other if player == one else one
        return None


def population(chance: Random, people: int = 36, pairs_of_a_kind: int = 2, machines: int = 3) -> Population:
    """Some pairs of each kind of cheats, some machines, and honest people."""
    # Ids tell nothing of who is what.
    names = [f"p{number:04x}" for number in chance.sample(range(65_536), people)]
    cheats: dict[Pair, str] = {}
    hours = {name: _hours(chance) for name in names}
    for number, kind in enumerate(KINDS * pairs_of_a_kind):
        one, other = names[2 * number : 2 * number + 2]
        cheats[pair_of(one, other)] = kind
        hours[other] = hours[one]
    working = names[people - machines :]
    styles = {name: drawn_style(chance) for name in names}
    styles |= {name: _as_machine(styles[name], chance) for name in working}
    for name in working:
        hours[name] = frozenset(range(24)) - {chance.randrange(24), chance.randrange(24)}
    return Population(styles, hours, cheats, frozenset(working))


def _hours(chance: Random) -> frozenset[int]:
    first, lasts = chance.randrange(24), chance.randrange(6, 13)
    return frozenset((first + hour) % 24 for hour in range(lasts))


def _as_machine(style: Style, chance: Random) -> Style:
    return replace(style, mind=chance.gauss(7.2, 0.3), doubt=0.0, whim=chance.uniform(0.05, 0.25))


def sessions(everybody: Population, hands: int, chance: Random, first_ms: int = FIRST_MS) -> Iterator[Rows]:
    """Rows of so many hands, a session at a time."""
    count = -(-hands // HANDS_OF_A_SESSION)
    for number in range(count):
        starts_ms = first_ms + DAYS * DAY_MS * number // count
        seated = _who_sits(everybody, starts_ms % DAY_MS // HOUR_MS, chance)
        stacks = {player: chance.randrange(40, 201) * BIG_BLIND for player in seated}
        table = InventedTable(f"s0-{number:06}", stacks, everybody.styles, chance)
        table.now_ms = starts_ms
        rows = no_rows()
        for _ in range(min(HANDS_OF_A_SESSION, hands - number * HANDS_OF_A_SESSION)):
            table.play(rows, _schemes(everybody, seated, chance))
        yield rows


def _who_sits(everybody: Population, hour: int, chance: Random) -> list[str]:
    awake = [name for name, hours in everybody.hours.items() if hour in hours]
    if len(awake) < FEWEST:
        # Somebody cannot sleep.
        awake = list(everybody.hours)
    chance.shuffle(awake)
    seated = awake[:SEATS]
    for player in seated[: SEATS - 1]:
        partner = everybody.partner(player)
        if partner in awake and partner not in seated and chance.random() < TOGETHER:
            seated[-1] = partner
    chance.shuffle(seated)
    return seated


def _schemes(everybody: Population, seated: list[str], chance: Random) -> dict[str, Scheme]:
    """What pairs at the table are up to in the next hand."""
    found: dict[str, Scheme] = {}
    for (one, other), kind in everybody.cheats.items():
        if one not in seated or other not in seated:
            continue
        scheme = _scheme(one, other, kind, chance)
        if scheme is not None:
            found[one] = found[other] = scheme
    return found


def _scheme(one: str, other: str, kind: str, chance: Random) -> Scheme | None:
    mood = chance.random()
    if kind == "dumping":
        return Dumping(one, other, chance.random() < 0.5, chance.random()) if mood < DUMPED else None
    if kind == "soft play":
        return SoftPlay(one, other) if mood < SOFT else None
    return Squeezing(one, other) if mood < PRESSED else None
