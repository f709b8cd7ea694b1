"""A refusal in words for the person who asked."""

from riverrun.client import Refused

_NUMBERS = {
    "min_raise_to": "the least is {:,}",
    "max_raise_to": "you have {:,} at most",
    "call_amount": "{:,} to call",
    "min_buy_in": "at least {:,}",
    "max_buy_in": "at most {:,}",
    "least": "at least {:,}",
    "most": "at most {:,} more",
    "current_bet": "the bet is {:,}",
}


def in_words(refused: Refused) -> str:
    """The server's own words, with its numbers."""
    says = refused.message[:1].upper() + refused.message[1:]
    numbers = [
        words.format(refused.details[name])
        for name, words in _NUMBERS.items()
        if refused.details.get(name) and isinstance(refused.details[name], int)
    ]
    return f"{says}: {', '.join(numbers)}." if numbers else f"{says}."
