"""Any number in any option of a table: it is refused by name, or it can be told and kept (R1.3)."""

from collections.abc import Iterator
from contextlib import suppress

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from riverrun.contracts.events.owning import OptionsChanged
from riverrun.contracts.table_config import BadConfig, RakeTerms, TableConfig, checked
from riverrun.kernel.chips import MAX_CHIPS

SAFE = 2**53 - 1
"""What a number in JSON holds everywhere."""


def numbers_in(part: msgspec.Struct, above: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The way to each option that is a number."""
    for option in part.__struct_fields__:
        value = getattr(part, option)
        if isinstance(value, msgspec.Struct):
            yield from numbers_in(value, (*above, option))
        elif isinstance(value, int) and not isinstance(value, bool):
            yield (*above, option)


def with_number(part: msgspec.Struct, way: tuple[str, ...], number: int) -> msgspec.Struct:
    """The same options but for one of them."""
    option, *rest = way
    value = with_number(getattr(part, option), tuple(rest), number) if rest else number
    return replace(part, **{option: value})


NUMBERS = sorted(numbers_in(TableConfig()))
ANY_NUMBER = st.integers() | st.integers(-4, 4).flatmap(
    lambda near: st.sampled_from([2**at + near for at in (0, 31, 53, 63, 64, 127)])
)


@given(way=st.sampled_from(NUMBERS), number=ANY_NUMBER)
@example(way=("rake", "cap_two"), number=2**64)
@example(way=("rake", "cap_five_up"), number=2**63)
@example(way=("rake", "drop"), number=10**15)
def test_any_number_in_any_option_is_refused_or_kept(way: tuple[str, ...], number: int) -> None:
    options = with_number(TableConfig(), way, number)
    assert isinstance(options, TableConfig)

    with suppress(BadConfig):
        checked(options)
        assert abs(number) <= SAFE
        told = msgspec.json.encode(OptionsChanged(options))
        assert msgspec.json.decode(told, type=OptionsChanged).config == options


@pytest.mark.parametrize("way", NUMBERS, ids=".".join)
def test_no_option_is_without_an_upper_bound(way: tuple[str, ...]) -> None:
    options = with_number(TableConfig(), way, 2**64)
    assert isinstance(options, TableConfig)

    with pytest.raises(BadConfig):
        checked(options)


def test_a_drop_is_at_most_a_big_blind() -> None:
    checked(TableConfig(big_blind=100, rake=RakeTerms(drop=100)))
    with pytest.raises(BadConfig, match=r"rake\.drop"):
        checked(TableConfig(big_blind=100, rake=RakeTerms(drop=101)))


def test_a_cap_is_at_most_all_chips_there_may_be() -> None:
    checked(TableConfig(rake=RakeTerms(bps=500, cap_two=MAX_CHIPS)))
    with pytest.raises(BadConfig, match=r"rake\.cap_two"):
        checked(TableConfig(rake=RakeTerms(bps=500, cap_two=MAX_CHIPS + 1)))
