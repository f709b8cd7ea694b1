"""Web pages from elsewhere may not connect."""

import pytest

from services.gateway.origins import Origins
from services.gateway.refusals import OriginNotAllowed


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "http://play.example:7300",
        "HTTP://Play.Example:7300",
        "https://app.example",
        "https://APP.example",
    ],
)
def test_no_origin_ones_own_and_listed_ones_are_let_in(origin: str | None) -> None:
    Origins(("https://app.example/",)).check(origin, "play.example:7300")


@pytest.mark.parametrize(
    "origin",
    [
        "",
        "null",
        "https://evil.example",
        "http://play.example",
        "http://play.example:7300.evil.example",
        "http://app.example",
        "https://app.example.evil.example",
    ],
)
def test_any_other_origin_is_refused(origin: str) -> None:
    with pytest.raises(OriginNotAllowed):
        Origins(("https://app.example",)).check(origin, "play.example:7300")
