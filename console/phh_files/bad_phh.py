"""What is wrong with a PHH file, and where."""


class BadPhh(Exception):
    """A hand that is not brought in: a code that stays, and words; `key` is the field at fault."""

    def __init__(self, code: str, words: str, key: str = "", part: int = -1) -> None:
        super().__init__(f"{code}: {words}")
        self.code = code
        self.words = words
        self.key = key
        self.part = part
        """Which of the field's parts, counted from 0; below 0: all of it."""


class BadFile(Exception):
    """The same at its place in a file; `hand` is the hand's number there, where it has one."""

    def __init__(self, file: str, line: int, code: str, words: str, hand: str = "") -> None:
        super().__init__(f"{file}:{line}: {code}: {words}" + (f" (hand {hand})" if hand else ""))
        self.file = file
        self.line = line
        self.code = code
        self.words = words
        self.hand = hand
