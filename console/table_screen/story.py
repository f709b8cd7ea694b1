"""What happened at the table in a player's words: a line or none for each event."""

from collections.abc import Callable, Iterator

from rich.text import Text

from console.table_screen import house_story, insurance_story, owner_story, seat_story, standing_story
from console.table_screen.cards import drawn_cards
from console.table_screen.told import Told
from riverrun.client import Update
from riverrun.client.equities import equity_in_words
from riverrun.contracts.views import EventView, TableView

_POSTS = {
    "sb": "the small blind, ",
    "bb": "the big blind, ",
    "straddle": "a straddle of ",
    "post": "",
    "dead": "for missed blinds ",
}


def story(before: TableView, update: Update) -> Iterator[Text]:
    """The lines that tell how the view before became the update's, in order."""
    told = Told.between(before, update.view)
    for event in update.events:
        teller = _TELLERS.get(event["type"])
        line = None if teller is None else teller(told, event)
        if line is not None:
            yield line if isinstance(line, Text) else Text(line)


# -- a hand


def _started(told: Told, event: EventView) -> Text:
    bomb = ", a bomb pot" if event.get("bomb_pot") else ""
    boards = " on two boards" if event.get("boards", 1) > 1 else ""
    return Text(f"Hand {event['hand']}{bomb}{boards}, the button is at {told.name(event['button'])}", "bold")


def _ante(told: Told, event: EventView) -> str:
    return f"{told.does(event['seat'], 'post')} an ante of {event['amount']:,}"


def _blind(told: Told, event: EventView) -> str:
    return f"{told.does(event['seat'], 'post')} {_POSTS.get(event['kind'], '')}{event['amount']:,}"


def _dealt(_: Told, event: EventView) -> Text | None:
    cards = event.get("cards")
    return Text.assemble("You are dealt ", drawn_cards(cards)) if cards else None


def _board(told: Told, event: EventView) -> Text:
    hand = told.view.hand
    which = f" of board {event['board'] + 1}" if hand is not None and len(hand.boards) > 1 else ""
    return Text.assemble((f"{event['street'].capitalize()}{which} ", "bold"), drawn_cards(event["cards"]))


def _folded(told: Told, event: EventView) -> str:
    return told.does(event["seat"], "fold") + _why(event)


def _checked(told: Told, event: EventView) -> str:
    return told.does(event["seat"], "check") + _why(event)


def _why(event: EventView) -> str:
    return {"clock": ": time ran out", "absence": " on the way out"}.get(event.get("cause", ""), "")


def _called(told: Told, event: EventView) -> str:
    return f"{told.does(event['seat'], 'call')} {event['amount']:,}{_all_in(event)}"


def _bet(told: Told, event: EventView) -> str:
    return f"{told.does(event['seat'], 'bet')} {event['to']:,}{_all_in(event)}"


def _raised(told: Told, event: EventView) -> str:
    return f"{told.does(event['seat'], 'raise')} to {event['to']:,}{_all_in(event)}"


def _all_in(event: EventView) -> str:
    return ", all-in" if event.get("all_in") else ""


# -- its end


def _uncalled(told: Told, event: EventView) -> str:
    return f"{event['amount']:,} that nobody called go back to {told.name(event['seat'])}"


def _closed(_: Told, event: EventView) -> str | None:
    return "No more betting: the board is run out" if event["all_in"] else None


def _runs(_: Told, event: EventView) -> str:
    return f"The rest of the board is dealt {event['runs']} times"


def _turned_up(told: Told, event: EventView) -> Text:
    hands = [
        Text.assemble(told.does(one["seat"], "hold"), " ", drawn_cards(one["cards"]))
        for one in event["hands"]
    ]
    worth = _worth(told)
    return Text(", ").join([*hands, Text(worth)] if worth else hands)


def _equities(told: Told, _: EventView) -> str | None:
    worth = _worth(told)
    return worth[0].upper() + worth[1:] if worth else None


def _worth(told: Told) -> str:
    """What each open hand is worth, where it is known."""
    hand = told.view.hand
    seats = [(seat.seat, equity_in_words(hand, seat.seat)) for seat in told.view.seats]
    known = [f"{told.name(seat)} {worth}" for seat, worth in seats if worth]
    return f"worth {', '.join(known)}" if known else ""


def _shown(told: Told, event: EventView) -> Text:
    line = Text.assemble(told.does(event["seat"], "show"), " ", drawn_cards(event["cards"]))
    made = "" if event.get("chosen") else told.made_on_all(event["seat"])
    return line.append(f": {made}" if made else "")


def _mucked(told: Told, event: EventView) -> str:
    return told.does(event["seat"], "muck")


def _rabbit(told: Told, event: EventView) -> Text:
    """With two boards the first half of the cards is the first one's."""
    fee = f" for {event['fee']:,}" if event["fee"] else ""
    line = Text(f"{told.does(event['seat'], 'look')} at what would have come{fee}")
    boards = 1 if told.view.hand is None else len(told.view.hand.boards)
    size = len(event["cards"]) // boards
    for board in range(boards if size else 0):
        line.append(" / " if board else ": ")
        line.append_text(drawn_cards(event["cards"][board * size : (board + 1) * size]))
    return line


def _raked(_: Told, event: EventView) -> str:
    return f"The club takes a rake of {event['amount']:,}"


def _awarded(told: Told, event: EventView) -> Text:
    pot = f" from side pot {event['pot']}" if event["pot"] else ""
    made = told.made(event["seat"], event["board"])
    line = f"{told.does(event['seat'], 'win')} {event['amount']:,}{pot}{told.which(event['board'])}"
    return Text(line + (f" with {made}" if made else ""), "bold yellow")


_TELLERS: dict[str, Callable[[Told, EventView], Text | str | None]] = {
    **seat_story.TELLERS,
    **owner_story.TELLERS,
    **house_story.TELLERS,
    **standing_story.TELLERS,
    **insurance_story.TELLERS,
    "hand.started": _started,
    "hand.ante_posted": _ante,
    "hand.blind_posted": _blind,
    "hand.hole_cards_dealt": _dealt,
    "hand.board_dealt": _board,
    "hand.folded": _folded,
    "hand.checked": _checked,
    "hand.called": _called,
    "hand.bet": _bet,
    "hand.raised": _raised,
    "hand.uncalled_bet_returned": _uncalled,
    "hand.betting_closed": _closed,
    "hand.runs_agreed": _runs,
    "hand.turned_up": _turned_up,
    "hand.equities_changed": _equities,
    "hand.shown": _shown,
    "hand.mucked": _mucked,
    "hand.rabbit_hunted": _rabbit,
    "hand.rake_taken": _raked,
    "hand.pot_awarded": _awarded,
}
"""A turn's start is drawn, not told; a hand's end by what led to it, its sealing where hands are kept."""
