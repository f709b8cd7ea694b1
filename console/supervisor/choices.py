"""What a person chooses on the command line of `riverrun up`."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Choices:
    """One field an option."""

    host: str = "127.0.0.1"
    port: int = 7300
    bots: int = 6
    tables: int = 1
    table_processes: int = 2
    sync_always: bool = False
    history: bool = True
    clickhouse_url: str = field(default="", repr=False)

    @property
    def table_services(self) -> tuple[str, ...]:
        """The names of the table processes."""
        return tuple(f"table-{number}" for number in range(1, self.table_processes + 1))

    @property
    def order_of_ending(self) -> tuple[tuple[str, ...], ...]:
        """Whoever uses another ends before it; table processes end side by side."""
        history = (("history",),) if self.history else ()
        clickhouse = (("clickhouse",),) if self.embeds_clickhouse else ()
        asked = (("club",), ("insurance",), ("evaluator",))
        return (("bots",), ("gateway",), *history, *clickhouse, self.table_services, *asked, ("nats",))

    @property
    def embeds_clickhouse(self) -> bool:
        """Whether history lives in an engine of our own."""
        return self.history and not self.clickhouse_url

    @property
    def sync_interval(self) -> str:
        """How often nats-server flushes to the disk."""
        return "always" if self.sync_always else "10s"
