"""`make help` and what people type agree."""

import re

from tests.architecture.tree import PROJECT

MAKEFILE = (PROJECT / "Makefile").read_text()
TARGETS = set(re.findall(r"^([a-z-]+):", MAKEFILE, flags=re.MULTILINE))


def test_every_target_a_person_types_is_explained() -> None:
    explained = set(re.findall(r"^([a-z-]+):.*## ", MAKEFILE, flags=re.MULTILINE))

    assert {"up", "install", "test", "test-full", "check", "bench", "protos", "lock"} <= explained


def test_every_target_named_in_the_documents_exists() -> None:
    documents = [PROJECT / "README.md", *sorted((PROJECT / "docs").rglob("*.md"))]

    named = {
        target for document in documents for target in re.findall(r"\bmake ([a-z-]+)`", document.read_text())
    }

    assert named - TARGETS == set()
