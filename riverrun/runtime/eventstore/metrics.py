"""What the event store counts."""

from prometheus_client import Counter, Histogram

APPEND_SECONDS = Histogram(
    "riverrun_append_seconds",
    "from handing a commit to the log until its acknowledgement",
    buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 2.5, 5.0, 10.0),
)
APPENDS_SENT_AGAIN = Counter("riverrun_appends_sent_again_total", "sendings of a commit beyond the first")
APPENDS_FENCED = Counter("riverrun_appends_fenced_total", "appends that found another writer's commit")
APPENDS_STALLED = Counter("riverrun_appends_stalled_total", "appends that took more than a second")
SNAPSHOTS_UNUSABLE = Counter("riverrun_snapshots_unusable_total", "snapshots not used", ["reason"])
SNAPSHOTS_FAILED = Counter("riverrun_snapshots_failed_total", "snapshots that could not be written")
