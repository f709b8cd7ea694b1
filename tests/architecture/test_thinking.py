"""What thinks never waits, asks nothing and counts in whole numbers; the import contracts say the rest."""

import ast
import sys

from tests.architecture.tree import THINKING, Module, modules

COUNTS_CHIPS = ("riverrun/kernel", "riverrun/contracts", "riverrun/holdem", "services/table")


def names_used(module: Module) -> set[str]:
    return {node.id for node in ast.walk(module.syntax) if isinstance(node, ast.Name)}


def float_literals(module: Module) -> list[str]:
    return [
        f"{module.place}:{node.lineno} {node.value}"
        for node in ast.walk(module.syntax)
        if isinstance(node, ast.Constant) and isinstance(node.value, float)
    ]


def true_divisions(module: Module) -> list[str]:
    return [
        f"{module.place}:{node.lineno}"
        for node in ast.walk(module.syntax)
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div)
    ]


def test_the_kernel_needs_the_standard_library_alone() -> None:
    allowed = sys.stdlib_module_names | {"riverrun"}

    foreign = {module.place: module.imported_packages() - allowed for module in modules("riverrun/kernel")}

    assert {place: packages for place, packages in foreign.items() if packages} == {}


def test_what_thinks_needs_no_package_but_the_one_that_declares_structs() -> None:
    allowed = sys.stdlib_module_names | {"riverrun", "services", "msgspec"}

    foreign = {module.place: module.imported_packages() - allowed for module in modules(*THINKING)}

    assert {place: packages for place, packages in foreign.items() if packages} == {}


def test_what_thinks_never_waits() -> None:
    waiting = [
        f"{module.place}:{function.lineno} {function.name}"
        for module in modules(*THINKING)
        for function in module.functions()
        if isinstance(function, ast.AsyncFunctionDef)
    ]

    assert waiting == []


def test_what_thinks_asks_nothing_of_its_surroundings() -> None:
    asked = {"open", "input", "print", "exec", "eval", "__import__"}

    found = {module.place: names_used(module) & asked for module in modules(*THINKING)}

    assert {place: names for place, names in found.items() if names} == {}


def test_chips_are_never_a_float_nor_a_decimal() -> None:
    inexact = {"float", "Decimal", "Fraction"}

    found = {module.place: names_used(module) & inexact for module in modules(*THINKING)}

    # Averages over a hundred hands are figures to look at; no chip is ever moved by them.
    averages = {"riverrun/contracts/history_messages.py"}
    assert {place for place, names in found.items() if names} == averages


def test_what_thinks_computes_with_whole_numbers() -> None:
    assert [line for module in modules(*THINKING) for line in float_literals(module)] == []
    assert [line for module in modules(*THINKING) for line in true_divisions(module)] == []


def test_no_field_or_argument_for_chips_is_a_float() -> None:
    chips = {
        "amount",
        "stack",
        "bet",
        "pot",
        "contribution",
        "award",
        "rake",
        "blind",
        "ante",
        "buy_in",
        "chips",
    }
    inexact = []
    for module in modules(*COUNTS_CHIPS):
        for node in ast.walk(module.syntax):
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                name, annotation = node.target.id, node.annotation
            elif isinstance(node, ast.arg) and node.annotation is not None:
                name, annotation = node.arg, node.annotation
            else:
                continue
            if name in chips and "float" in ast.unparse(annotation):
                inexact.append(f"{module.place}:{node.lineno} {name}")

    assert inexact == []
