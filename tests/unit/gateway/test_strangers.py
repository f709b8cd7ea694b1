"""Whoever does not greet takes only so much room from others."""

import pytest

from services.gateway.refusals import RateLimited
from services.gateway.strangers import Strangers


def test_so_many_of_one_address_may_be_there_without_a_word() -> None:
    strangers = Strangers(2)
    first = strangers.come("203.0.113.5")
    strangers.come("203.0.113.5")
    with pytest.raises(RateLimited):
        strangers.come("203.0.113.5")
    strangers.come("203.0.113.6")

    first.is_none()
    first.is_none()

    strangers.come("203.0.113.5")
    with pytest.raises(RateLimited):
        strangers.come("203.0.113.5")
