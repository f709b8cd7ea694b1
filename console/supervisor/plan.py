"""Which services make up a Riverrun on one machine, and what each is told: everything is wired here."""

import sys

from console.supervisor.choices import Choices
from console.supervisor.data_folder import DataFolder
from console.supervisor.health import Health
from console.supervisor.kind import kind_of
from console.supervisor.ports import free_ports
from console.supervisor.service import Service
from riverrun.runtime.nats.embedded import nats_server_binary
from riverrun.runtime.nats.server_config import server_config
from riverrun.runtime.nats.users import CLUB, GATEWAY, HISTORY, IDENTITY, TABLE, User

RECOVERS_WITHIN_S = 120.0
"""For reading a large log."""
COMPILES_WITHIN_S = 300.0
"""For the evaluator's first start on a machine, which compiles; later ones take seconds."""


class Plan:
    """The services of one run; what stays inside gets free ports of the loopback interface."""

    def __init__(self, folder: DataFolder, choices: Choices) -> None:
        self._folder = folder
        self._choices = choices
        self._passwords = folder.passwords()
        ours = [name for group in choices.order_of_ending[:-1] for name in group]
        ports = iter(free_ports(8 + len(ours)))
        self._nats_port, self._nats_monitor = next(ports), next(ports)
        self._evaluator_port, self._insurance_port = next(ports), next(ports)
        self._clickhouse_port, self._club_port = next(ports), next(ports)
        self._history_port = next(ports)
        self.gateway_port = choices.port or next(ports)
        self._health = dict(zip(ours, ports, strict=False))

    @property
    def nats_url(self) -> str:
        return f"nats://127.0.0.1:{self._nats_port}"

    @property
    def gateway_url(self) -> str:
        """Where clients on this machine connect."""
        host = self._choices.host
        host = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, host)  # noqa: S104  to reach it, not to bind
        return f"http://{host}:{self.gateway_port}"

    @property
    def evaluator_target(self) -> str:
        return f"127.0.0.1:{self._evaluator_port}"

    @property
    def insurance_target(self) -> str:
        return f"127.0.0.1:{self._insurance_port}"

    @property
    def club_target(self) -> str:
        return f"127.0.0.1:{self._club_port}"

    @property
    def clickhouse_url(self) -> str:
        """Where the engine of our own listens, without the password; empty where there is none."""
        return f"http://127.0.0.1:{self._clickhouse_port}" if self._choices.embeds_clickhouse else ""

    @property
    def history_target(self) -> str:
        """Where history answers; empty where there is none."""
        return f"127.0.0.1:{self._history_port}" if self._choices.history else ""

    def nats(self) -> Service:
        """The log. Its configuration names variables for the passwords."""
        config = self._folder.nats / "nats.conf"
        config.write_text(
            server_config(
                self._folder.nats,
                self._nats_port,
                monitor_port=self._nats_monitor,
                sync_interval=self._choices.sync_interval,
            )
        )
        page = f"http://127.0.0.1:{self._nats_monitor}/healthz"
        return Service(
            "nats",
            (str(nats_server_binary()), "-c", str(config)),
            f"{page}?js-server-only=true",
            self._passwords,
            ready_within_s=RECOVERS_WITHIN_S,
            # After one failed write a stream refuses all others for the rest of the process's life.
            health=Health(page, self._folder.nats),
        )

    def evaluator(self) -> Service:
        """Fills its tables before it is ready, and compiles where it has never run."""
        return self._ours(
            "evaluator",
            {"RIVERRUN_EVALUATOR_HOST": "127.0.0.1", "RIVERRUN_EVALUATOR_PORT": str(self._evaluator_port)},
            ready_within_s=COMPILES_WITHIN_S,
            starts_slowly="the first start compiles, for a minute or two",
        )

    def insurance(self) -> Service:
        """Quotes; asks the evaluator."""
        return self._ours(
            "insurance",
            {
                "RIVERRUN_INSURANCE_HOST": "127.0.0.1",
                "RIVERRUN_INSURANCE_PORT": str(self._insurance_port),
                "RIVERRUN_INSURANCE_EVALUATOR_TARGET": self.evaluator_target,
            },
        )

    def club(self) -> Service:
        """Knows people, clubs and their chips; logs in to NATS once for people and once for the rest."""
        return self._ours(
            "club",
            {
                "RIVERRUN_CLUB_HOST": "127.0.0.1",
                "RIVERRUN_CLUB_PORT": str(self._club_port),
                "RIVERRUN_CLUB_NATS_URL": self.nats_url,
                "RIVERRUN_CLUB_NATS_PASSWORD": self._passwords[CLUB.password_variable],
                "RIVERRUN_IDENTITY_NATS_URL": self.nats_url,
                "RIVERRUN_IDENTITY_NATS_PASSWORD": self._passwords[IDENTITY.password_variable],
                "RIVERRUN_IDENTITY_PEOPLE_KEYS": str(self._folder.people_keys),
                "RIVERRUN_IDENTITY_NAME_KEYS": str(self._folder.name_keys),
                "RIVERRUN_IDENTITY_SIGNING_KEYS": str(self._folder.signing_keys),
            },
        )

    def tables(self) -> list[Service]:
        """They share the tables among themselves; each is ready before it holds any."""
        environment = {
            **self._nats_login(TABLE),
            "RIVERRUN_EVALUATOR_TARGET": self.evaluator_target,
            "RIVERRUN_INSURANCE_TARGET": self.insurance_target,
            "RIVERRUN_CLUB_TARGET": self.club_target,
            "RIVERRUN_LIVE_KEYS": str(self._folder.live_keys),
            "RIVERRUN_HISTORY_KEYS": str(self._folder.history_keys),
        }
        return [self._ours(name, environment) for name in self._choices.table_services]

    def history(self) -> list[Service]:
        """The projector, and the embedded ClickHouse unless a server is named; it waits for it by itself."""
        if not self._choices.history:
            return []
        url = self._choices.clickhouse_url
        services = []
        if not url:
            passwords = self._folder.clickhouse_passwords()
            url = f"http://riverrun:{passwords['riverrun']}@127.0.0.1:{self._clickhouse_port}"
            environment = {
                "RIVERRUN_CLICKHOUSE_PORT": str(self._clickhouse_port),
                "RIVERRUN_CLICKHOUSE_DATA": str(self._folder.clickhouse),
                "RIVERRUN_CLICKHOUSE_PASSWORD": passwords["riverrun"],
                "RIVERRUN_CLICKHOUSE_ANALYST_PASSWORD": passwords["analyst"],
            }
            embedded = "services.history.embedded"
            services.append(self._ours("clickhouse", environment, RECOVERS_WITHIN_S, module=embedded))
        environment = {
            **self._nats_login(HISTORY),
            "CLICKHOUSE_URL": url,
            "RIVERRUN_HISTORY_PORT": str(self._history_port),
            "RIVERRUN_HISTORY_KEYS": str(self._folder.history_keys),
        }
        return [*services, self._ours("history", environment, RECOVERS_WITHIN_S)]

    def gateway(self) -> Service:
        """The only one that strangers reach."""
        return self._ours(
            "gateway",
            {
                **self._nats_login(GATEWAY),
                "RIVERRUN_GATEWAY_HOST": self._choices.host,
                "RIVERRUN_GATEWAY_PORT": str(self.gateway_port),
                "RIVERRUN_TOKEN_KEY": str(self._folder.token_key),
                "RIVERRUN_HISTORY_TARGET": f"127.0.0.1:{self._history_port}",
                "RIVERRUN_CLUB_TARGET": self.club_target,
                "RIVERRUN_AUDIT_KEYS": str(self._folder.audit_keys),
            },
        )

    def bots(self, tables: list[str]) -> Service:
        """They play where anyone may."""
        return self._ours(
            "bots",
            {
                "RIVERRUN_GATEWAY_URL": self.gateway_url,
                "RIVERRUN_BOTS": str(self._choices.bots),
                "RIVERRUN_BOT_TABLES": ",".join(tables),
                "RIVERRUN_BOT_ROSTER": str(self._folder.bot_roster),
            },
        )

    def _ours(
        self,
        name: str,
        environment: dict[str, str],
        ready_within_s: float = 30.0,
        module: str = "",
        starts_slowly: str = "",
    ) -> Service:
        port = self._health[name]
        return Service(
            name,
            (sys.executable, "-m", module or f"services.{kind_of(name)}"),
            f"http://127.0.0.1:{port}/readyz",
            {
                "RIVERRUN_LOG_FORMAT": "json",
                "RIVERRUN_HEALTH_HOST": "127.0.0.1",
                "RIVERRUN_HEALTH_PORT": str(port),
                "RIVERRUN_STOP_WITHIN_S": "5",
                "PYTHONUNBUFFERED": "1",
                **environment,
            },
            ready_within_s,
            starts_slowly=starts_slowly,
        )

    def _nats_login(self, user: User) -> dict[str, str]:
        return {
            "RIVERRUN_NATS_URL": self.nats_url,
            "RIVERRUN_NATS_USER": user.name,
            "RIVERRUN_NATS_PASSWORD": self._passwords[user.password_variable],
        }
