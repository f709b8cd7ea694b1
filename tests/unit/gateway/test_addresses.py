"""Only a trusted proxy is believed when it says for whom it asks."""

import pytest

from services.gateway.addresses import Addresses


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("203.0.113.5", None, "203.0.113.5"),
        ("203.0.113.5", "198.51.100.1", "203.0.113.5"),
        ("10.0.0.1", None, "10.0.0.1"),
        ("10.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "6.6.6.6, 198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "198.51.100.1, 10.0.0.2", "198.51.100.1"),
        ("10.0.0.1", "10.0.0.3, 10.0.0.2", "10.0.0.3"),
        ("10.0.0.1", "rubbish", "10.0.0.1"),
        ("10.0.0.1", "198.51.100.1, rubbish, 10.0.0.2", "10.0.0.2"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "2001:db8::1", "2001:db8::1"),
        ("", "198.51.100.1", ""),
        ("::ffff:10.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "::ffff:198.51.100.1, ::ffff:10.0.0.2", "198.51.100.1"),
        ("::ffff:203.0.113.5", "198.51.100.1", "203.0.113.5"),
        ("::ffff:203.0.113.5", None, "203.0.113.5"),
    ],
)
def test_the_address_is_the_last_that_is_not_ours(peer: str, forwarded: str | None, address: str) -> None:
    assert Addresses(("10.0.0.0/8",)).of(peer, forwarded) == address


def test_without_proxies_nobody_is_believed() -> None:
    assert Addresses().of("127.0.0.1", "198.51.100.1") == "127.0.0.1"
