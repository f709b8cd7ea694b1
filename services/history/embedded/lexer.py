"""A statement's tokens, as ClickHouse's lexer cuts them; what it might cut otherwise is refused."""

import re
from dataclasses import dataclass

_TOKEN = re.compile(
    r"""
    (?P<space>    \s+ )
  | (?P<comment>  --[^\n]* | //[^\n]* | \#[ !][^\n]* | /\*(?:(?!/\*|\*/).)*\*/ )
  | (?P<literal>  '(?:[^'\\]|\\.|'')*' )
  | (?P<quoted>   `(?:[^`\\]|``)*` | "(?:[^"\\]|"")*" )
  | \$(?P<tag>\w*)\$ (?P<heredoc>.*?) \$(?P=tag)\$
  | (?P<word>     \w+ )
  | (?P<sign>     [-()\[\]{}.,:;<>=!+*/%|?@^] )
    """,
    re.VERBOSE | re.DOTALL | re.ASCII,
)


class NotRead(ValueError):
    """No statement that can be cut into tokens without doubt."""


@dataclass(frozen=True)
class Token:
    """`kind`: word, quoted (a name), literal, sign or space; `text` what it means, `written` its text."""

    kind: str
    text: str
    written: str

    def is_word(self, *words: str) -> bool:
        return self.kind == "word" and self.text.lower() in words

    @property
    def name(self) -> str:
        """In small letters what may name a table, a column or a function; else empty."""
        return self.text.lower() if self.kind in ("word", "quoted") else ""


def tokens_of(text: str) -> list[Token]:
    """All but comments; white space is a token too. Raises `NotRead`."""
    found, place = [], 0
    while place < len(text):
        match = _TOKEN.match(text, place)
        if match is None or "\0" in match[0]:
            raise NotRead(f"failed at position {place + 1}: {text[place : place + 20]!r}")
        found.append(_token(match))
        place = match.end()
    return found


def _token(match: "re.Match[str]") -> Token:
    kind, written = match.lastgroup or "heredoc", match[0]
    if match["heredoc"] is not None:
        inside = match["heredoc"].replace("\\", "\\\\").replace("'", "\\'")
        return Token("literal", match["heredoc"], f"'{inside}'")
    if kind in ("space", "comment"):
        return Token("space", " ", " ")
    if kind == "quoted":
        quote = written[0]
        return Token(kind, written[1:-1].replace(2 * quote, quote), written)
    return Token(kind, written, written)
