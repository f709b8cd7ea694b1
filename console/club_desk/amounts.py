"""Amounts and shares as people type them."""

import re
from decimal import Decimal
from typing import Any

import click

from riverrun.kernel.chips import MAX_CHIPS

_WHOLE = re.compile(r"\d+|\d{1,3}([,_]\d{3})+")
_SHARE = re.compile(r"(\d{1,3}(?:\.\d{1,2})?) ?%?")
WHOLE_BPS = 10_000


class Chips(click.ParamType[int]):
    """Whole chips: `10000`, `10,000`."""

    name = "chips"

    def __init__(self, least: int) -> None:
        self._least = least

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        if not _WHOLE.fullmatch(value):
            self.fail(f"{value!r} is not a whole number of chips", param, ctx)
        chips = int(value.replace(",", "").replace("_", ""))
        if not self._least <= chips <= MAX_CHIPS:
            self.fail(f"{self._least} to {MAX_CHIPS:,} chips", param, ctx)
        return chips


class PerCent(click.ParamType[int]):
    """A share in basis points: `25%`, `12.5`."""

    name = "per cent"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        found = _SHARE.fullmatch(value)
        share = int(Decimal(found[1]) * 100) if found else WHOLE_BPS + 1
        if share > WHOLE_BPS:
            self.fail("0% to 100%, in hundredths at most", param, ctx)
        return share


CHIPS, AMOUNT, PER_CENT = Chips(0), Chips(1), PerCent()
note_option = click.option(
    "--note", required=True, metavar="WORDS", help="Why: it stands in the books for ever."
)
