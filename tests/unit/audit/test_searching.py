"""Searching the audit log: every option narrows, and none of them hides what fits."""

import pytest

from console.audit_log import Sought
from riverrun.contracts.audit_log import AuditRecord

DONE = AuditRecord(1, "p-1", "198.51.100.7", "c1", "sit_down", "s0-river", "k-1")
REFUSED = AuditRecord(2, "p-2", "203.0.113.5", "c2", "POST /v1/sessions", "", "k-2", "bad_credentials")


@pytest.mark.parametrize(
    ("sought", "found"),
    [
        (Sought(), [DONE, REFUSED]),
        (Sought(player="p-1"), [DONE]),
        (Sought(table="s0-river"), [DONE]),
        (Sought(act="SESSIONS"), [REFUSED]),
        (Sought(address="203.0.113.5"), [REFUSED]),
        (Sought(result="done"), [DONE]),
        (Sought(result="refused"), [REFUSED]),
        (Sought(result="bad_credentials"), [REFUSED]),
        (Sought(result="not_admitted"), []),
        (Sought(player="p-1", result="refused"), []),
    ],
)
def test_a_record_is_found_when_all_that_is_asked_fits(sought: Sought, found: list[AuditRecord]) -> None:
    assert [record for record in (DONE, REFUSED) if sought.fits(record)] == found
