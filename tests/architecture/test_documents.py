"""Documents lead where they say, and decision records are numbered once."""

import re
from pathlib import Path

from tests.architecture.tree import PROJECT, modules

RECORDS = sorted((PROJECT / "docs" / "adr").glob("[0-9]*.md"))
DOCUMENTS = [*PROJECT.glob("*.md"), *(PROJECT / "docs").rglob("*.md"), *(PROJECT / "deploy").rglob("*.md")]
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
RECORD_NAMED = re.compile(r"docs/adr/(\d{4})|\bADR (\d+)\b")


def links_in(document: Path) -> list[str]:
    return [link for link in LINK.findall(document.read_text()) if "://" not in link]


def test_every_link_between_documents_leads_somewhere() -> None:
    broken = [
        f"{document.relative_to(PROJECT)}: {link}"
        for document in DOCUMENTS
        for link in links_in(document)
        if not (document.parent / link).exists()
    ]

    assert broken == []


def test_every_decision_record_has_a_number_of_its_own() -> None:
    numbers = [record.name[:4] for record in RECORDS]

    assert sorted(set(numbers)) == sorted(numbers)


def test_every_decision_record_that_code_or_documents_name_exists() -> None:
    texts = {module.place: module.text for module in modules("riverrun", "services", "console", "scripts")}
    texts |= {str(document.relative_to(PROJECT)): document.read_text() for document in DOCUMENTS}
    numbers = {int(record.name[:4]) for record in RECORDS}

    missing = [
        f"{place}: {int(written or spoken)}"
        for place, text in texts.items()
        for written, spoken in RECORD_NAMED.findall(text)
        if int(written or spoken) not in numbers
    ]

    assert missing == []
