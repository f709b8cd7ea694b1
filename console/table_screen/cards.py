"""Cards as they are drawn: rank and suit, each suit in a colour of its own."""

from rich.text import Text
from rich.theme import Theme

THEME = Theme(
    {
        "card.c": "bold green",
        "card.d": "bold dodger_blue1",
        "card.h": "bold red",
        "card.s": "bold bright_white",
        "card.back": "grey50",
    }
)
_SYMBOLS = {"card.c": "♣", "card.d": "♦", "card.h": "♥", "card.s": "♠"}


def drawn_cards(text: str) -> Text:
    """Cards written together, such as `AhKd`, apart and in colours."""
    cards = [text[at : at + 2] for at in range(0, len(text), 2)]
    return Text(" ").join(Text(card, f"card.{card[1]}") for card in cards)


def with_symbols(line: Text) -> Text:
    """The same line with the suits of its cards as ♣♦♥♠."""
    letters = list(line.plain)
    for span in line.spans:
        if span.style in _SYMBOLS:
            letters[span.end - 1] = _SYMBOLS[str(span.style)]
    drawn = line.copy()
    drawn.plain = "".join(letters)
    return drawn
