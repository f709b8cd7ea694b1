"""A table at one moment, drawn: who sits where with how much, the board, the pot, and whose turn it is."""

from rich.console import Console, Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from console.supervisor.log_line import printable
from riverrun.client.equities import equity_in_words
from riverrun.contracts.views import HandView, SeatView, TableView

SUIT_COLOURS = {"c": "green", "d": "blue", "h": "red", "s": "default"}


def wide_console() -> Console:
    """For tables of text: as wide as the terminal, or as a file can bear."""
    console = Console(highlight=False)
    return console if console.is_terminal else Console(highlight=False, width=160)


def shown_table(view: TableView) -> RenderableType:
    """The table as its public view says."""
    hand = view.hand
    parts: list[RenderableType] = [shown_seats(view)]
    if hand is not None:
        boards = [shown_cards(board) if board else Text("-", "dim") for board in hand.boards]
        parts += [Text.assemble("board  ", board) for board in boards]
        parts.append(Text(f"pot    {hand.pot:,}"))
        if len(hand.pots) > 1:
            parts += [Text(f"       {_pot(number, hand)}") for number in range(len(hand.pots))]
        parts.append(Text(f"next   {_next(view, hand)}"))
    return Group(*parts)


def shown_cards(text: str) -> Text:
    """Cards in four colours: `AhKh`, apart."""
    cards = [text[at : at + 2] for at in range(0, len(text), 2)]
    return Text(" ").join(Text(card, f"bold {SUIT_COLOURS[card[1]]}") for card in cards)


def shown_seats(view: TableView) -> Grid:
    """Who sits there with how much; bets where there are any."""
    grid = Grid(box=None, pad_edge=False, header_style="dim")
    grid.add_column("seat", justify="right")
    grid.add_column("player")
    grid.add_column("stack", justify="right")
    bets = any(seat.contribution for seat in view.seats)
    for column in ("in front", "in the pot") if bets else ():
        grid.add_column(column, justify="right")
    grid.add_column()
    for seat in view.seats:
        style = "dim" if seat.folded or not seat.in_hand else ""
        amounts = [f"{amount:,}" if amount else "" for amount in (seat.bet, seat.contribution) if bets]
        grid.add_row(
            str(seat.seat),
            printable(seat.name),
            f"{seat.stack:,}",
            *amounts,
            _is(seat, view.hand),
            style=style,
        )
    return grid


def _is(seat: SeatView, hand: HandView | None) -> Text:
    words: list[str] = []
    if hand is not None:
        places = (("button", hand.button), ("small blind", hand.small_blind), ("big blind", hand.big_blind))
        words += [name for name, number in places if number == seat.seat]
    if seat.standing != "active":
        words.append(seat.standing.replace("_", " "))
    words += [word for word, so in (("folded", seat.folded), ("all-in", seat.all_in)) if so]
    text = Text(", ".join(words))
    if seat.cards:
        text.append(" " if words else "").append(shown_cards(seat.cards))
    worth = equity_in_words(hand, seat.seat)
    return text.append(f"  {worth}", "magenta") if worth else text


def _pot(number: int, hand: HandView) -> str:
    pot = hand.pots[number]
    seats = ", ".join(str(seat) for seat in pot.contenders)
    return f"{'main pot' if not number else f'side pot {number}'} {pot.amount:,} for seats {seats}"


_NEXT = {
    "straddling": "a straddle",
    "cutting": "the players' cut",
    "betting": "the next turn",
    "all_in": "the board is run out",
    "showdown": "the showdown",
}


def _next(view: TableView, hand: HandView) -> str:
    turn = hand.turn
    if turn is None:
        return _NEXT.get(hand.phase, "the hand is over")
    name = next((printable(seat.name) for seat in view.seats if seat.seat == turn.seat), f"seat {turn.seat}")
    offers = [f"call {turn.call_amount:,}" if turn.call_amount else "check"]
    if turn.max_raise_to:
        word = "raise to" if hand.current_bet else "bet"
        offers.append(f"{word} {turn.min_raise_to:,} to {turn.max_raise_to:,}")
    return f"{name}: fold, {', '.join(offers)}"
