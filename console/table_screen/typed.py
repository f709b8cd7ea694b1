"""Lines that a person types at a terminal, key by key, or that a script writes."""

import asyncio
import os
import termios
import threading
import tty
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager

from console.table_screen.line_editor import LineEditor

CHUNK = 1024


async def typed_lines(stdin: int, typing: Callable[[str], None]) -> AsyncIterator[str]:
    """Lines from a terminal in `key_by_key` mode; `typing` is told of every change. Ends with Ctrl-D."""
    keys: asyncio.Queue[bytes] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    loop.add_reader(stdin, lambda: keys.put_nowait(_read(stdin)))
    editor = LineEditor()
    try:
        while not editor.ended and (data := await keys.get()):
            lines = editor.take(data)
            typing(editor.text)
            for line in lines:
                yield line
    finally:
        loop.remove_reader(stdin)


async def written_lines(stdin: int) -> AsyncIterator[str]:
    """Lines from a pipe or a file, until its end."""
    read: asyncio.Queue[bytes] = asyncio.Queue()
    loop = asyncio.get_running_loop()
    # A thread, for a file cannot be waited for; a daemon, for nothing ends a read that has begun.
    threading.Thread(target=_read_all, args=(stdin, loop, read), name="stdin", daemon=True).start()
    rest = b""
    while data := await read.get():
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            yield line.decode(errors="replace")
    if rest:
        yield rest.decode(errors="replace")


def _read_all(stdin: int, loop: asyncio.AbstractEventLoop, read: asyncio.Queue[bytes]) -> None:
    while True:
        data = _read(stdin)
        if loop.is_closed():
            return
        loop.call_soon_threadsafe(read.put_nowait, data)
        if not data:
            return


def _read(stdin: int) -> bytes:
    try:
        return os.read(stdin, CHUNK)
    except OSError:
        # The terminal is gone: its end.
        return b""


@contextmanager
def key_by_key(stdin: int) -> Iterator[None]:
    """The terminal hands over each key at once and shows none; Ctrl-C still interrupts."""
    before = termios.tcgetattr(stdin)
    tty.setcbreak(stdin)
    try:
        yield
    finally:
        termios.tcsetattr(stdin, termios.TCSADRAIN, before)
