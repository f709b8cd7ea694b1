"""A file holds one noun and a function fits in one look."""

from tests.architecture.tree import Function, Module, modules, shipped

LINES_IN_A_FILE = 300
LINES_IN_A_TEST_FILE = 350
LINES_IN_A_CATALOGUE = 500
LINES_IN_A_FUNCTION = 60

CATALOGUES = {
    "riverrun/contracts/client_messages.py",
    "riverrun/contracts/refusals.py",
    "riverrun/contracts/table_commands.py",
    "riverrun/contracts/table_events.py",
    "riverrun/holdem/state.py",
}
"""Files that declare one small thing after another, and are the one place where all of a kind stand."""

EVERYTHING = [*shipped(), *modules("tests", "scripts")]


def allowed(place: str) -> int:
    """How many lines a file may have."""
    if place in CATALOGUES:
        return LINES_IN_A_CATALOGUE
    return LINES_IN_A_TEST_FILE if place.startswith("tests/") else LINES_IN_A_FILE


def length_of(function: Function) -> int:
    """From its name on: a command's options are declared above it, and are read like a list."""
    return (function.end_lineno or function.lineno) - function.lineno + 1


def long_functions(module: Module) -> list[str]:
    return [
        f"{module.place}:{function.lineno} {function.name}: {length_of(function)} lines"
        for function in module.functions()
        if length_of(function) > LINES_IN_A_FUNCTION
    ]


def test_no_file_is_longer_than_one_noun_needs() -> None:
    lengths = {module.place: len(module.text.splitlines()) for module in EVERYTHING}

    assert {place: lines for place, lines in lengths.items() if lines > allowed(place)} == {}


def test_every_function_fits_in_one_look() -> None:
    assert [line for module in EVERYTHING for line in long_functions(module)] == []


def test_half_of_the_files_stay_within_a_hundred_lines() -> None:
    lengths = sorted(len(module.text.splitlines()) for module in shipped())

    assert lengths[len(lengths) // 2] <= 100
