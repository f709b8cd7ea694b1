"""What following tables counts."""

from prometheus_client import Counter, Gauge

MOVED = Counter("riverrun_club_transfers", "transfers made for tables, by reason", ["reason"])
REFUSED = Counter(
    "riverrun_club_transfers_refused",
    "transfers of tables that a ledger refused: chips are out of place, and an audit names where",
)
CUT_SHORT = Counter(
    "riverrun_club_log_cut_short",
    "times that a log was found to have lost its end: ledgers may hold what no table tells any more",
)
PLACE = Gauge("riverrun_club_place", "the place in the tables' stream up to which all is in the ledgers")
