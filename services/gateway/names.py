"""The names that players show at tables."""

import unicodedata

from services.gateway.refusals import BadName

LONGEST = 20


def shown_name(text: str) -> str:
    """The name as it will be shown: composed, single-spaced. Raises `BadName`."""
    name = " ".join(unicodedata.normalize("NFC", text).split())
    # No controls, directions or surrogates: a name must not change how the text around it looks.
    if not 1 <= len(name) <= LONGEST or any(unicodedata.category(one)[0] == "C" for one in name):
        raise BadName
    return name
