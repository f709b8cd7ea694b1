"""Names are poker's words, and each module opens with one sentence."""

import ast
import re

from tests.architecture.tree import Module, modules, shipped

SAYS_NOTHING = re.compile(r"Manager|Helper|Util|Base(?!64|line)|Common|Misc|Impl$")
FILE_SAYS_NOTHING = re.compile(r"(^|_)(managers?|helpers?|utils?|base|common|misc|impl)(_|$)")

EVERYTHING = [*shipped(), *modules("tests", "scripts")]


def opening_of(module: Module) -> str:
    return (ast.get_docstring(module.syntax) or "").split("\n")[0]


def test_no_class_has_a_name_that_says_nothing() -> None:
    names = {f"{module.place} {found.name}" for module in EVERYTHING for found in module.classes()}

    assert {name for name in names if SAYS_NOTHING.search(name.split()[1])} == set()


def test_no_module_has_a_name_that_says_nothing() -> None:
    folders = {folder.name for module in EVERYTHING for folder in module.path.parents}
    names = {module.path.stem for module in EVERYTHING} | folders

    assert {name for name in names if FILE_SAYS_NOTHING.search(name)} == set()


def test_every_module_opens_with_one_sentence() -> None:
    silent = [module.place for module in EVERYTHING if module.syntax.body and not opening_of(module)]

    assert silent == []


def test_every_public_class_name_stands_alone_in_the_contracts() -> None:
    names = [found.name for module in modules("riverrun/contracts") for found in module.classes()]

    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_events_and_commands_bear_no_suffix() -> None:
    commands = [module for module in modules("riverrun/contracts") if module.path.stem.endswith("_commands")]
    events = modules("riverrun/contracts/events")

    names = [found.name for module in [*commands, *events] for found in module.classes()]

    assert [name for name in names if re.search(r"\w(Event|Command|Message)$", name)] == []
