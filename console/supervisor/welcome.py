"""What a person reads once everything runs: where it is, and what to try."""

from pathlib import Path

from rich.panel import Panel
from rich.text import Text

from console.supervisor.choices import Choices
from console.supervisor.data_folder import DEFAULT

USUAL_URL = "http://127.0.0.1:7300"


def welcome(url: str, tables: list[str], folder: Path, choices: Choices) -> Panel:
    """The panel shown after the start."""
    where = "" if folder == DEFAULT.absolute() else f" --data {folder}"
    table = tables[0] if tables else "TABLE"
    lines = [
        ("Clients connect to", url),
        ("Take a seat", "riverrun play" if url == USUAL_URL else f"riverrun play --url {url}"),
        ("See the tables", f"riverrun tables{where}"),
        ("Read a table's hands", f"riverrun replay {table}{where}"),
        ("Count all chips", f"riverrun audit{where}"),
        ("The log and the keys", str(folder)),
        ("Flushed to the disk", _flushed(choices)),
        ("Stop", "Ctrl-C; the next start goes on in mid-hand"),
    ]
    width = max(len(name) for name, _ in lines) + 2
    text = Text()
    for name, says in lines:
        text.append(name.ljust(width), "dim").append(f"{says}\n")
    text.rstrip()
    players = f"{choices.bots} computer players" if choices.bots else "no computer players"
    return Panel(text, title=f"Riverrun is up: {players}", border_style="green", expand=False)


def _flushed(choices: Choices) -> str:
    if choices.sync_always:
        return "before each acknowledgement"
    return "every 10 s: a power cut may lose these (--sync always)"
