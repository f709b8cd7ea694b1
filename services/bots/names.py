"""What computer players are called: after early computers, so that nobody takes them for people."""

_EARLY_COMPUTERS = (
    "Eniac", "Colossus", "Univac", "Edsac", "Whirlwind", "Strela", "Illiac", "Maniac", "Pegasus",
    "Setun", "Csirac", "Atlas", "Besk", "Elea", "Leo", "Minsk", "Zuse", "Weizac",
    "Mercury", "Ural", "Norc", "Perm", "Silliac", "Orion", "Johnniac", "Tradic", "Dask",
    "Stretch", "Binac", "Cirrus", "Harvest", "Smil", "Edvac", "Cyclone", "Kiev", "Musasino",
)  # fmt: skip


def name_of(number: int) -> str:
    """The name of the bot of that number, counted from 0: `Eniac`, …, and on the second round `Eniac 2`."""
    round_, at = divmod(number, len(_EARLY_COMPUTERS))
    return _EARLY_COMPUTERS[at] + (f" {round_ + 1}" if round_ else "")
