"""Where this person's accounts and guests are kept."""

from pathlib import Path

import click


def own_folder() -> Path:
    """The person's folder for Riverrun, whether it exists yet or not."""
    folder = Path(click.get_app_dir("riverrun"))
    # An empty or relative XDG_CONFIG_HOME is to be ignored, says its standard; click does not.
    return folder if folder.is_absolute() else Path.home() / ".config" / "riverrun"
