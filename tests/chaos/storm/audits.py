"""`riverrun audit` as an operator runs it, again and again over a log that goes on."""

import asyncio
import os
import sys
from dataclasses import dataclass, field
from typing import Any, NoReturn

import msgspec

from console.audit import BROKEN
from console.reading.log_source import NO_LOG
from riverrun.runtime.nats.users import AUDITOR
from tests.support.nats_server import NatsServers

PAUSE_S = 0.5
WITHIN_S = 120.0


@dataclass
class Audits:
    """`clean` counts; `away`: the log was being killed just then; `wrong` should stay empty."""

    servers: NatsServers
    clean: int = 0
    away: int = 0
    transfers: int = 0
    wrong: list[str] = field(default_factory=list)

    async def run(self) -> NoReturn:
        """Audit until cancelled."""
        while True:
            await self.once()
            await asyncio.sleep(PAUSE_S)

    async def once(self) -> dict[str, Any] | None:
        """One audit's report; None where there was no log to read."""
        code, out, err = await self._asked()
        if code == NO_LOG:
            self.away += 1
            return None
        if code in (0, BROKEN) and out:
            report: dict[str, Any] = msgspec.json.decode(out)
            self._note(report)
            return report
        self.wrong.append(f"the audit ended with {code}: {err[-2_000:]}")
        return None

    def _note(self, report: dict[str, Any]) -> None:
        if report["clean"]:
            self.clean += 1
            self.transfers = max(self.transfers, sum(one["transfers"] for one in report["clubs"]))
            return
        both = [*report["tables"], *report["clubs"]]
        self.wrong += [f"an audit found: {one['finding']}" for one in both if one["finding"]]

    async def _asked(self) -> tuple[int, bytes, str]:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "console", "audit", "--json", "--nats", ",".join(self.servers.urls)),
            env={**os.environ, AUDITOR.password_variable: self.servers.passwords[AUDITOR.password_variable]},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            async with asyncio.timeout(WITHIN_S):
                out, err = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        return process.returncode or 0, out, err.decode(errors="replace")
