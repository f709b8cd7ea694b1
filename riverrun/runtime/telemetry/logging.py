"""Log lines: readable and coloured for a person, JSON for a machine; libraries' lines take the same road."""

import logging
import sys
from dataclasses import dataclass
from typing import Annotated, Literal, TextIO

import structlog
from msgspec import Meta
from structlog.typing import EventDict, Processor, WrappedLogger

from riverrun.runtime.telemetry.secrets import format_traceback, withhold_secrets


@dataclass(frozen=True)
class LogSettings:
    """How a process logs: `RIVERRUN_LOG_*`."""

    format: Annotated[Literal["console", "json"], Meta(description="for people, or a JSON object a line")] = (
        "console"
    )
    level: Annotated[
        Literal["debug", "info", "warning", "error"], Meta(description="the least that is told")
    ] = "info"
    colour: Annotated[
        Literal["auto", "always", "never"], Meta(description="console only; auto: when a person watches")
    ] = "auto"


def _renderer(settings: LogSettings, output: TextIO) -> Processor:
    if settings.format == "json":
        return structlog.processors.JSONRenderer(default=str)
    coloured = settings.colour == "always" or (settings.colour == "auto" and output.isatty())
    return structlog.dev.ConsoleRenderer(colors=coloured, pad_event_to=24)


def configure_logging(service: str, settings: LogSettings, output: TextIO = sys.stdout) -> None:
    """Send every log line of this process, the libraries' too, to one stream, with the service's name."""

    def named(_logger: WrappedLogger, _method: str, line: EventDict) -> EventDict:
        return {"service": service, **line}

    on_the_way: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        named,
        withhold_secrets,
        structlog.processors.ExceptionRenderer(format_traceback),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *on_the_way,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        wrapper_class=structlog.stdlib.BoundLogger,
        logger_factory=structlog.stdlib.LoggerFactory(),
        # Lines are few: a logger that is made anew each time keeps no settings of an earlier command.
        cache_logger_on_first_use=False,
    )
    handler = logging.StreamHandler(output)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=on_the_way,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                _renderer(settings, output),
            ],
        )
    )
    logging.basicConfig(handlers=[handler], level=settings.level.upper(), force=True)
    logging.captureWarnings(capture=True)
