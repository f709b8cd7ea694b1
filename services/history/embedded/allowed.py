"""What a statement may be: nobody writes files, and who may only read asks one question."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from services.history.embedded.lexer import NotRead, Token, tokens_of
from services.history.embedded.statement import Statement

READONLY, SYNTAX_ERROR, ACCESS_DENIED = 164, 62, 497
SEALED = "sealed_cards"
LONGEST = 256 * 1024
"""Characters of a question, as with ClickHouse itself: a token takes hundreds of times its text in memory."""
_QUESTIONS = ("select", "with", "show", "describe", "desc", "exists", "explain")
HARMLESS = frozenset(
    (
        "numbers", "numbers_mt", "zeros", "zeros_mt", "generate_series", "generateseries", "generaterandom",
        "primes", "values", "view", "null", "format",
    )
)  # fmt: skip
"""Table functions that make their rows themselves; all others reach files, servers, or tables by pattern."""


class Forbidden(Exception):
    """A statement that is not run; `code` is ClickHouse's number for why."""

    def __init__(self, code: int, why: str, name: str) -> None:
        super().__init__(f"Code: {code}. DB::Exception: {why}. ({name})")
        self.code = code


def require_no_file(statement: Statement) -> None:
    """For who may change things: an answer goes nowhere but to who asked. Raises `Forbidden`."""
    if "outfile" in statement.text.lower():
        _require_no_outfile(_read(statement.text))


def question(statement: Statement, table_functions: Collection[str]) -> Statement:
    """The statement of one who may only read, as it is to be run. Raises `Forbidden`.

    It is written anew from its tokens, without comments, so that what is run is what was looked at.
    """
    if statement.rows is not None:
        raise _only_reads("INSERT")
    if len(statement.text) > LONGEST:
        raise Forbidden(SYNTAX_ERROR, f"Max query size exceeded: {LONGEST} characters", "SYNTAX_ERROR")
    tokens = _read(statement.text)
    said = [token for token in tokens if token.kind != "space"]
    while said and said[-1].text == ";" and said[-1].kind == "sign":
        said.pop()
    _require_no_outfile(said)
    _require_one_question(said)
    closed = {name.lower() for name in table_functions} - HARMLESS
    for token, following in _pairs(said):
        if SEALED in token.name:
            raise Forbidden(ACCESS_DENIED, f"Not enough privileges to read {SEALED}", "ACCESS_DENIED")
        if token.name in closed and following.text == "(" and following.kind == "sign":
            raise _only_reads(f"table function {token.name}")
        if token.kind == "quoted" and "/" in token.text:
            # Taken for a table it is a path, and the answer tells whether there is such a file.
            raise _only_reads("a name with / in it")
        if token.text == ":" and following.name == "identifier":
            raise _only_reads("a name as a parameter")
    return replace(statement, text="".join(token.written for token in tokens))


def _require_one_question(said: list[Token]) -> None:
    first = next((token for token in said if token.text != "("), None)
    if first is None or not first.is_word(*_QUESTIONS):
        raise _only_reads(first.text[:20] if first is not None else "an empty statement")
    for token, following in _pairs(said):
        if token.kind == "sign" and token.text == ";":
            raise _only_reads("more than one statement")
        for words in (("parallel", "with"), ("insert", "into"), ("kill", "query"), ("kill", "mutation")):
            if token.is_word(words[0]) and following.is_word(words[1]):
                raise _only_reads(" ".join(words).upper())


def _require_no_outfile(tokens: list[Token]) -> None:
    if any(token.is_word("outfile") for token in tokens):
        raise Forbidden(READONLY, "INTO OUTFILE is closed: the answer goes to who asked", "READONLY")


def _pairs(tokens: list[Token]) -> Iterator[tuple[Token, Token]]:
    return zip(tokens, [*tokens[1:], Token("end", "", "")], strict=True)


def _only_reads(what: str) -> Forbidden:
    return Forbidden(READONLY, f"{what}: who may only read asks one question", "READONLY")


def _read(text: str) -> list[Token]:
    try:
        return tokens_of(text)
    except NotRead as error:
        raise Forbidden(SYNTAX_ERROR, f"Syntax error: {error}", "SYNTAX_ERROR") from None
