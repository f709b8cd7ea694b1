"""A line as it is typed, key by key: letters, backspace, clearing, Enter."""

import codecs
import re

ENTER = ("\r", "\n")
BACKSPACE = ("\x7f", "\x08")
CLEAR = "\x15"
END = "\x04"
_ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|O.|.)?")
LONGEST = 60


class LineEditor:
    """Takes what the terminal sends; gives whole lines. `ended` after Ctrl-D on an empty line."""

    def __init__(self) -> None:
        self.text = ""
        self.ended = False
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")

    def take(self, data: bytes) -> list[str]:
        """The lines that these keys end; arrows and their like are passed over."""
        lines = []
        for key in _ESCAPES.sub("", self._decoder.decode(data)):
            if key in ENTER:
                lines.append(self.text)
                self.text = ""
            elif key in BACKSPACE:
                self.text = self.text[:-1]
            elif key == CLEAR:
                self.text = ""
            elif key == END:
                self.ended = self.ended or not self.text
            elif key.isprintable() and len(self.text) < LONGEST:
                self.text += key
        return lines
