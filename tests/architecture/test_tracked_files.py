"""What git holds is finished, and runs on any machine."""

import re

import pytest

from tests.architecture.tree import PROJECT, shipped, tracked_files

# Written in pieces, so that this file does not find itself.
UNFINISHED = re.compile(
    "|".join([r"\bTO" + r"DO\b", r"\bFIX" + r"ME\b", r"\bXX" + r"X\b", "NotImplemented" + "Error"])
)
REGISTRY = re.compile(
    "|".join([r"pypi\." + "org", "files" + ".pythonhosted", r"registry\." + "npmjs", r"deb\." + "debian"])
)
MACHINE_PATH = re.compile("|".join(["/" + "work/", "/" + "root/", "/" + r"home/\w", "/" + "farm/"]))
SECRET = re.compile("-----BEGIN [A-Z ]*" + "PRIVATE KEY-----")
LARGE = 2_000_000


@pytest.fixture(scope="module")
def texts() -> dict[str, str]:
    found = {}
    for path in tracked_files():
        try:
            found[path.relative_to(PROJECT).as_posix()] = path.read_text()
        except UnicodeDecodeError:
            continue
    return found


def lines_with(pattern: re.Pattern[str], texts: dict[str, str]) -> list[str]:
    return [
        f"{name}:{number}"
        for name, text in texts.items()
        for number, line in enumerate(text.splitlines(), start=1)
        if pattern.search(line)
    ]


def test_shipped_code_has_no_unfinished_places() -> None:
    assert lines_with(UNFINISHED, {module.place: module.text for module in shipped()}) == []


def test_no_file_names_a_registry(texts: dict[str, str]) -> None:
    assert lines_with(REGISTRY, texts) == []


def test_no_file_names_a_path_of_one_machine(texts: dict[str, str]) -> None:
    assert lines_with(MACHINE_PATH, texts) == []


def test_no_file_holds_a_private_key(texts: dict[str, str]) -> None:
    assert lines_with(SECRET, texts) == []


def test_every_requirement_is_pinned_by_version_and_hash(texts: dict[str, str]) -> None:
    for name in ("requirements.txt", "requirements-build.txt", "requirements-dev.txt"):
        logical = texts[name].replace("\\\n", " ").splitlines()
        wanted = [line for line in logical if line and not line.lstrip().startswith("#")]
        assert wanted
        assert [line for line in wanted if "==" not in line or "--hash=sha256:" not in line] == []


def test_no_large_file_slips_in() -> None:
    assert [path.name for path in tracked_files() if path.stat().st_size > LARGE] == []
