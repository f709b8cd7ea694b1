"""A table opens with the options it was asked for, if they are within their bounds (R13.1)."""

import pytest

from riverrun.contracts import refusals
from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.table_events import TableOpened
from services.table.decide import seating

CONFIG = TableConfig(seats=6, small_blind=50, big_blind=100, min_buy_in=4_000, max_buy_in=20_000)


@pytest.mark.parametrize(
    ("option", "config"),
    [
        ("seats", TableConfig(seats=10)),
        ("seats", TableConfig(seats=1)),
        ("small_blind", TableConfig(small_blind=101)),
        ("big_blind", TableConfig(big_blind=0)),
        ("min_buy_in", TableConfig(min_buy_in=50)),
        ("min_buy_in", TableConfig(min_buy_in=30_000)),
        ("ante", TableConfig(ante_mode="classic")),
        ("ante", TableConfig(ante=5)),
        ("name", TableConfig(name="")),
        ("currency", TableConfig(currency="a b")),
    ],
)
def test_an_option_out_of_bounds_is_named(option: str, config: TableConfig) -> None:
    with pytest.raises(refusals.BadOption) as refused:
        seating.open_table("t1", config, "owner")

    assert refused.value.details["option"] == option


def test_a_table_opens_with_its_options() -> None:
    assert seating.open_table("t1", CONFIG, "owner") == TableOpened("t1", CONFIG, "owner")
