"""A service's log file: the service writes, we read along. Unlike a pipe's, a slow reader stops nobody."""

import os
from pathlib import Path
from typing import BinaryIO

LARGE = 32 * 1024 * 1024
LONGEST_LINE = 64 * 1024


class LogFile:
    """Lines as they are added, from the moment it was opened."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._writer = path.open("ab")
        self._at = path.stat().st_size

    @property
    def writer(self) -> BinaryIO:
        """What a process is given as its output: appends, whoever else does."""
        return self._writer

    def new_lines(self) -> list[str]:
        """The whole lines added since the last call; a line still being written waits."""
        with self.path.open("rb") as log:
            log.seek(self._at)
            added = log.read(LONGEST_LINE)
        end = added.rfind(b"\n") + 1
        if not end and len(added) == LONGEST_LINE:
            end = len(added)
        self._at += end
        self._turn_over()
        return added[:end].decode(errors="replace").splitlines()

    def last_lines(self, count: int) -> list[str]:
        """The file's end."""
        with self.path.open("rb") as log:
            log.seek(max(0, os.fstat(log.fileno()).st_size - LONGEST_LINE))
            return log.read().decode(errors="replace").splitlines()[-count:]

    def close(self) -> None:
        """Write no more."""
        self._writer.close()

    def _turn_over(self) -> None:
        """Keep one older file. The writers append, so cutting the file short under them does no harm."""
        if self._at < LARGE:
            return
        older = self.path.with_suffix(".old.log")
        try:
            older.write_bytes(self.path.read_bytes())
        except OSError:
            # No room for both: the newer one goes on.
            older.unlink(missing_ok=True)
        os.truncate(self.path, 0)
        self._at = 0
