"""The documents say what the code says: settings, dependencies, decisions, options, and where things are."""

import re
import tomllib
from collections.abc import Iterator

import click
import pytest

from console.__main__ import COMMANDS
from console.found import FoundSettings
from console.supervisor.data_folder import DataFolder
from console.up import up
from riverrun.runtime.grpc.server import GrpcSettings
from riverrun.runtime.nats.users import USERS
from riverrun.runtime.serving.process import ProcessSettings
from riverrun.runtime.settings.environment import Variable, variables
from riverrun.runtime.telemetry.logging import LogSettings
from services.bots.settings import BotSettings
from services.club.identity.settings import IdentitySettings
from services.club.settings import ClubSettings
from services.evaluator.settings import EvaluatorSettings
from services.gateway.settings import GatewaySettings
from services.history.embedded.settings import EmbeddedSettings
from services.history.settings import ClickHouseSettings, HistorySettings
from services.insurance.settings import InsuranceSettings
from services.table.settings import TableSettings
from tests.architecture.tree import PROJECT

DOCS = PROJECT / "docs"
OPERATIONS = (DOCS / "operations.md").read_text()
SETTINGS: list[tuple[type, str]] = [
    (ProcessSettings, "RIVERRUN_"),
    (LogSettings, "RIVERRUN_LOG_"),
    (TableSettings, "RIVERRUN_"),
    (EvaluatorSettings, "RIVERRUN_EVALUATOR_"),
    (GrpcSettings, "RIVERRUN_GRPC_"),
    (InsuranceSettings, "RIVERRUN_INSURANCE_"),
    (HistorySettings, "RIVERRUN_"),
    (ClickHouseSettings, "CLICKHOUSE_"),
    (EmbeddedSettings, "RIVERRUN_CLICKHOUSE_"),
    (ClubSettings, "RIVERRUN_CLUB_"),
    (IdentitySettings, "RIVERRUN_IDENTITY_"),
    (GatewaySettings, "RIVERRUN_"),
    (BotSettings, "RIVERRUN_"),
    (FoundSettings, "RIVERRUN_"),
]


def row(variable: Variable) -> str:
    default = f"`{variable.default}`" if variable.default else ""
    return f"| `{variable.name}` | {default} | {variable.meaning} |"


@pytest.mark.parametrize(("settings", "start"), SETTINGS, ids=[settings.__name__ for settings, _ in SETTINGS])
def test_every_setting_stands_in_operations_with_its_default(settings: type, start: str) -> None:
    assert [row(one) for one in variables(settings, start) if row(one) not in OPERATIONS] == []


def test_no_setting_stands_in_operations_that_nobody_reads() -> None:
    known = {row(one) for settings, start in SETTINGS for one in variables(settings, start)}
    written = {line for line in OPERATIONS.splitlines() if line.startswith("| `RIVERRUN_")}
    assert written - known == set()


def test_every_option_of_up_stands_in_operations() -> None:
    options = {option.opts[0] for option in up.params if isinstance(option, click.Option)}
    assert {option for option in options if f"| `{option}` |" not in OPERATIONS} == set()


def test_every_user_and_file_of_the_data_folder_stands_in_operations() -> None:
    folder = DataFolder(PROJECT)
    files = (folder.live_keys, folder.history_keys, folder.token_key, folder.bot_roster, folder.run_file)
    places = {path.relative_to(PROJECT).as_posix() for path in files}
    assert {place for place in places if f"| `{place}` |" not in OPERATIONS} == set()
    assert {user.name for user in USERS if f"| `{user.name}` |" not in OPERATIONS} == set()


def test_every_command_stands_in_the_readme_or_in_operations() -> None:
    text = (PROJECT / "README.md").read_text() + OPERATIONS
    assert {name for name in COMMANDS if f"riverrun {name}" not in text} == set()


def test_every_dependency_earns_its_place_in_writing() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]
    wanted = [
        *project["dependencies"],
        *(one for extra in project["optional-dependencies"].values() for one in extra),
    ]
    names = {re.split(r"[<>=!~\[]", requirement)[0] for requirement in wanted}

    written = set(
        re.findall(r"^\| `([\w.-]+)` \|", (DOCS / "adr/0008-dependencies.md").read_text(), re.MULTILINE)
    )

    assert written == names


def test_every_decision_is_in_the_index_under_its_title() -> None:
    index = (DOCS / "adr/README.md").read_text()
    for record in sorted((DOCS / "adr").glob("0*.md")):
        number, _, title = record.read_text().splitlines()[0].lstrip("# ").partition(". ")
        assert int(number) == int(record.name[:4])
        assert f"| [{number}]({record.name}) | {title} |" in index


def links() -> Iterator[tuple[str, str]]:
    for document in (
        PROJECT / "README.md",
        *sorted(DOCS.rglob("*.md")),
        *sorted((PROJECT / "deploy").rglob("*.md")),
    ):
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", document.read_text()):
            if "://" not in target:
                yield document.relative_to(PROJECT).as_posix(), target


def test_every_link_between_documents_leads_somewhere() -> None:
    broken = [
        (place, target) for place, target in links() if not (PROJECT / place).parent.joinpath(target).exists()
    ]
    assert broken == []


def test_every_place_that_architecture_names_exists() -> None:
    named = re.findall(
        r"`((?:riverrun|services|console|protos|deploy|tests)/[\w/.*]+)`",
        (DOCS / "architecture.md").read_text(),
    )
    missing = [name for name in named if not list(PROJECT.glob(name.rstrip("/")))]
    assert missing == []
