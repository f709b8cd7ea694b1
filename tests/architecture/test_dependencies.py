"""What the code imports is what the project declares, so that a fresh machine has it."""

import re
import sys
import tomllib
from importlib.metadata import packages_distributions

from tests.architecture.tree import PROJECT, modules

PROJECT_TABLE = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]
OURS = {"riverrun", "services", "console", "scripts", "tests"}
PEERS = {"eval7", "phevaluator", "pokerkit", "pokerfast"}
"""`riverrun bench` measures beside them where they are installed; nothing else needs them."""


SHARED = {"google.protobuf": ["protobuf"], "google.rpc": ["googleapis-common-protos"]}
"""Packages below a name that several distributions share."""


def names_of(requirements: list[str]) -> set[str]:
    return {
        re.split(r"[^A-Za-z0-9._-]", requirement)[0].lower().replace("_", "-") for requirement in requirements
    }


def distributions_imported_in(*folders: str) -> dict[str, set[str]]:
    """Each foreign package with the distributions that may bring it."""
    providers = {**packages_distributions(), **SHARED}
    imported = {name for module in modules(*folders) for name in module.imported_packages()}
    foreign = imported - sys.stdlib_module_names - OURS
    return {name: {found.lower().replace("_", "-") for found in providers.get(name, [])} for name in foreign}


def test_what_runs_imports_only_what_running_installs() -> None:
    declared = names_of(PROJECT_TABLE["dependencies"])

    imported = distributions_imported_in("riverrun", "services", "console")

    assert {name for name, providers in imported.items() if not providers & declared} <= PEERS


def test_tests_and_scripts_import_only_what_developing_installs() -> None:
    extras = PROJECT_TABLE["optional-dependencies"]
    declared = names_of([*PROJECT_TABLE["dependencies"], *extras["dev"]])

    imported = distributions_imported_in("tests", "scripts")

    assert {name for name, providers in imported.items() if not providers & declared} == set()


def test_what_is_declared_is_locked() -> None:
    locked = set(
        re.findall(r"^([a-z0-9._-]+)==", (PROJECT / "requirements.txt").read_text(), flags=re.MULTILINE)
    )

    assert names_of(PROJECT_TABLE["dependencies"]) <= locked
