"""The project's own source as data: which modules there are, and what their syntax says."""

import ast
import subprocess
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
SHIPPED = ("riverrun", "services", "console")
THINKING = (
    "riverrun/kernel",
    "riverrun/contracts",
    "riverrun/holdem",
    "services/table/rules",
    "services/table/decide",
)

Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Module:
    """One hand-written source file."""

    path: Path

    @cached_property
    def text(self) -> str:
        return self.path.read_text()

    @cached_property
    def syntax(self) -> ast.Module:
        return ast.parse(self.text)

    @property
    def place(self) -> str:
        return self.path.relative_to(PROJECT).as_posix()

    def functions(self) -> list[Function]:
        return [node for node in ast.walk(self.syntax) if isinstance(node, Function)]

    def classes(self) -> list[ast.ClassDef]:
        return [node for node in ast.walk(self.syntax) if isinstance(node, ast.ClassDef)]

    def imported_packages(self) -> set[str]:
        """The package of each imported name: `riverrun`, `asyncio`, `google.rpc`, …"""
        names = set()
        for node in ast.walk(self.syntax):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                names.add(node.module)
        return {package_of(name) for name in names}


def package_of(name: str) -> str:
    """Its first part; of `google`, which several distributions share, the first two."""
    parts = name.split(".")
    return ".".join(parts[: 2 if parts[0] == "google" else 1])


def modules(*folders: str) -> list[Module]:
    """The hand-written modules below these folders; generated code is nobody's style."""
    found = (path for folder in folders for path in sorted((PROJECT / folder).rglob("*.py")))
    return [Module(path) for path in found if PROJECT / "riverrun" / "pb" not in path.parents]


def shipped() -> list[Module]:
    return modules(*SHIPPED)


def tracked_files() -> list[Path]:
    """What git holds, or would hold once added."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, timeout=30, check=True)
    return [path for line in listed.stdout.splitlines() if (path := PROJECT / line).is_file()]
