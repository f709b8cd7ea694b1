"""Reads PHH files, one hand (`.phh`) or several (`.phhs`, a section each); says where what is wrong."""

import re
import tomllib
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple

from console.phh_files.bad_phh import BadFile, BadPhh
from console.phh_files.phh_hand import PhhHand, phh_hand

MOST_BYTES = 64 * 1024 * 1024
_AT_LINE = re.compile(r"\(at line (\d+)")
_STRING = re.compile(r"'[^'\n]*'|\"(?:[^\"\\\n]|\\.)*\"")


class FoundHand(NamedTuple):
    """A hand, unread, and where in its file it begins."""

    file: "PhhFile"
    section: str
    fields: dict[str, Any]

    @property
    def hand(self) -> PhhHand:
        """Raises `BadFile`."""
        try:
            return phh_hand(self.fields)
        except BadPhh as bad:
            raise self.wrong(bad) from None

    def wrong(self, bad: BadPhh) -> BadFile:
        """What is wrong with the hand, at its place."""
        return self.file.wrong(self.section, bad, self.section or str(self.fields.get("hand", "")))


class PhhFile:
    """One file. Raises `BadFile` where it is none that could be read."""

    def __init__(self, path: Path) -> None:
        self._name = str(path)
        try:
            data = path.read_bytes()
        except OSError as error:
            raise BadFile(self._name, 1, "unreadable", error.strerror or str(error)) from error
        if len(data) > MOST_BYTES:
            raise BadFile(self._name, 1, "too_long", f"more than {MOST_BYTES} bytes; cut it in pieces")
        try:
            self._text = data.decode()
        except UnicodeDecodeError as error:
            line = data[: error.start].count(b"\n") + 1
            raise BadFile(self._name, line, "not_utf8", "a PHH file is UTF-8") from None

    def hands(self) -> Iterator[FoundHand]:
        """The file's hands in order; one that is wrong says so when it is read."""
        content = self._content()
        sections = {"": content} if "variant" in content or not content else content
        for section, fields in sections.items():
            if not isinstance(fields, dict):
                raise self.wrong("", BadPhh("missing_field", "no `variant`", section))
            yield FoundHand(self, section, fields)

    def _content(self) -> dict[str, Any]:
        try:
            return tomllib.loads(self._text, parse_float=Decimal)
        except tomllib.TOMLDecodeError as error:
            place = _AT_LINE.search(str(error))
            line = int(place[1]) if place else self._text.count("\n") + 1
            raise BadFile(self._name, line, "not_toml", str(error)) from None
        except RecursionError:
            raise BadFile(self._name, 1, "not_toml", "lists within lists without end") from None

    def wrong(self, section: str, bad: BadPhh, hand: str = "") -> BadFile:
        return BadFile(self._name, self._line(section, bad), bad.code, bad.words, hand)

    def _line(self, section: str, bad: BadPhh) -> int:
        """The line of the part of the field; of the section where the field is not there."""
        begin = 0
        if section:
            heading = re.search(rf"^\s*\[\s*[\"']?{re.escape(section)}[\"']?\s*\]", self._text, re.MULTILINE)
            begin = heading.start() if heading else 0
        key = re.compile(rf"^\s*_?{re.escape(bad.key)}\s*=", re.MULTILINE).search(self._text, begin)
        at = begin if key is None or not bad.key else key.end()
        if key is not None and bad.part >= 0:
            strings = list(_STRING.finditer(self._text, at))
            at = strings[bad.part].start() if bad.part < len(strings) else at
        return self._text.count("\n", 0, at) + 1
