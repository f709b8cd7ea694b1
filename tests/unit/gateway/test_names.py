"""Names are shown as people meant them, and cannot mislead at the table."""

import pytest

from services.gateway.names import shown_name
from services.gateway.refusals import BadName


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ann", "Ann"),
        ("  Ann \t Lee ", "Ann Lee"),
        ("e\u0301", "\u00e9"),
        ("ผู้เล่น", "ผู้เล่น"),
        ("x" * 20, "x" * 20),
    ],
)
def test_a_name_is_composed_and_single_spaced(text: str, name: str) -> None:
    assert shown_name(text) == name


@pytest.mark.parametrize("text", ["", " ", "x" * 21, "a\x00b", "a\u202eb", "a\u200bb", "\ud800", "\ue000"])
def test_a_name_with_signs_that_nobody_sees_is_refused(text: str) -> None:
    with pytest.raises(BadName):
        shown_name(text)
