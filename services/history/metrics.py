"""What the history service counts."""

from prometheus_client import Counter, Gauge

POSITION = Gauge("riverrun_history_position", "sequence of the last commit whose hands are in ClickHouse")
LAG = Gauge("riverrun_history_lag_commits", "commits in the log that are not in ClickHouse yet")
EVENTS = Counter("riverrun_history_events_total", "events projected")
RATE = Gauge("riverrun_history_events_per_second", "events projected a second, over the last batches")
RESTARTS = Counter("riverrun_history_restarts_total", "times that projecting began anew", ["reason"])
