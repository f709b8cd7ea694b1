"""The levels by name; normal and hard find their place here."""

from services.bots import easy, uniform
from services.bots.level import Level

LEVELS: dict[str, Level] = {"easy": easy.choose, "random": uniform.choose}
