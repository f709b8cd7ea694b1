"""What the gateway counts; types and codes only, never content (R1.6)."""

from prometheus_client import Counter, Gauge, Histogram

CONNECTIONS = Gauge("riverrun_gateway_connections", "open WebSockets")
MESSAGES = Counter("riverrun_gateway_messages_total", "messages from clients that were read", ["type"])
REFUSALS = Counter("riverrun_gateway_refusals_total", "refusals, the gateway's and the tables'", ["code"])
RECOVERIES = Counter("riverrun_gateway_recoveries_total", "times that a watched table was asked again")
TABLE_SECONDS = Histogram(
    "riverrun_gateway_table_seconds",
    "from a question to a table until its answer, attempts included",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0),
)
REQUESTS = Counter("riverrun_gateway_requests_total", "REST requests", ["method", "route", "status"])
