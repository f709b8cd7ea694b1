"""ClickHouse on one machine: the chDB engine in a process of its own, behind ClickHouse's HTTP protocol."""
