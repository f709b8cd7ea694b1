"""What is bound to a pattern matches it from its first character to its last: no line end slips in."""

import msgspec
import pytest

from riverrun.contracts.door_messages import Report
from services.gateway.reading import Unreadable, read
from tests.unit.gateway.test_api_documents import described

TABLE = '"table": "s0-test1234"'


def insurance(left_out: str) -> str:
    return (
        f'{{"type": "buy_insurance", "id": "1", {TABLE}, "hand": 1, "street": "turn", "pot": 0, '
        f'"coverage": 10, "left_out": "{left_out}"}}'
    )


@pytest.mark.parametrize(
    ("message", "field"),
    [
        (f'{{"type": "stand_up", "id": "%s", {TABLE}}}', "id"),
        (f'{{"type": "commit_cut", "id": "1", {TABLE}, "hand": 1, "commitment": "%s"}}', "commitment"),
        (f'{{"type": "tell_cut", "id": "1", {TABLE}, "hand": 1, "nonce": "%s"}}', "nonce"),
        (insurance("%s"), "left_out"),
    ],
)
def test_a_line_end_after_a_good_text_makes_a_bad_message(message: str, field: str) -> None:
    good = {"id": "a-1", "left_out": "AhKd"}.get(field, "0f" * 32)

    read(message % good)
    for bad in (f"{good}\\n", f"\\n{good}"):
        with pytest.raises(Unreadable) as unreadable:
            read(message % bad)
        assert unreadable.value.why.code == "bad_message"
        assert unreadable.value.why.details["field"] == field


def test_a_report_names_a_player_and_nothing_after_him() -> None:
    msgspec.json.decode(b'{"player": "p-ann", "what": "abuse"}', type=Report)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"player": "p-ann\\n", "what": "abuse"}', type=Report)


def patterns(node: object) -> list[str]:
    if isinstance(node, dict):
        own = [node["pattern"]] if isinstance(node.get("pattern"), str) else []
        return own + [found for part in node.values() for found in patterns(part)]
    if isinstance(node, list):
        return [found for part in node for found in patterns(part)]
    return []


@pytest.mark.parametrize("document", ["openapi.yaml", "asyncapi.yaml"])
def test_descriptions_spell_patterns_as_json_schema_reads_them(document: str) -> None:
    found = patterns(described(document))

    assert found
    assert [one for one in found if not (one.startswith("^") and one.endswith("$")) or "\\Z" in one] == []
