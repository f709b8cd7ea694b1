"""The hands that a finding can be checked in: as everybody at the table saw them, no card more."""

import msgspec

from services.history.database import Database
from services.history.review.asked_sums import Period
from services.history.review.findings import Finding

MOST = 50

_CHOSEN = (
    "ended_ms >= {since:UInt64} AND ended_ms < {until:UInt64} AND NOT voided"
    " AND ({every:UInt8} OR table_id IN {tables:Array(String)})"
)
_OF_A_PAIR = f"""
SELECT a.table_id AS table, a.hand AS hand, a.ended_ms AS ended_ms, a.big_blind AS big_blind, a.net AS net,
    b.net AS other_net
FROM (SELECT * FROM seats WHERE player = {{first:String}} AND {_CHOSEN}) AS a
INNER JOIN (SELECT * FROM seats WHERE player = {{second:String}} AND {_CHOSEN}) AS b
ON a.table_id = b.table_id AND a.hand = b.hand
ORDER BY if(sign(a.net) * sign(b.net) < 0, least(abs(a.net), abs(b.net)) / a.big_blind, 0) DESC,
    least(a.paid_in, b.paid_in) / a.big_blind DESC, table, hand
LIMIT {{most:UInt32}}
"""  # noqa: S608  our own names
_OF_ONE = f"""
SELECT table_id AS table, hand, ended_ms, big_blind, net, toInt64(0) AS other_net
FROM seats WHERE player = {{first:String}} AND {_CHOSEN} ORDER BY ended_ms DESC LIMIT {{most:UInt32}}
"""  # noqa: S608  our own names


class CheckedHand(msgspec.Struct, frozen=True):
    """A hand of those found: what the first of them won, and the other."""

    table: str
    hand: int
    ended_ms: int
    big_blind: int
    net: int
    other_net: int


def hands_of(database: Database, finding: Finding, period: Period, most: int = 20) -> list[CheckedHand]:
    """Of two: where most passed between them; of a machine: the newest. Raises `DatabaseFailed`."""
    parameters = {
        **period.parameters,
        "first": finding.players[0],
        "second": finding.players[-1],
        "most": min(most, MOST),
    }
    found = database.query(_OF_A_PAIR if finding.kind == "pair" else _OF_ONE, parameters)
    return [CheckedHand(**row) for row in found]
