"""What a player is asked, how long there is for it, and what there is to wait for otherwise."""

from rich.text import Text

from console.table_screen.answer import raise_total
from console.table_screen.names import names_of
from console.table_screen.told import named
from riverrun.contracts.views import QuestionView, TableView

HURRY_MS = 5_000
BAR = 24

HELP = (
    "f fold · c check or call · b 300 bet 300 · r 600 raise to 600 in all · a all-in",
    "r half, r pot, r min: sized for you · t top up, t 5000 · o sit out · i come back",
    "pre call, pre cf, pre any, pre fold, pre none: decided before your turn · time: your time bank now",
    "say WORDS talks to the table · emoji smile · throw tomato 3 · mute 3, unmute 3",
    "move 5 to seat 5 · auto 5000 tops you up below that · bb sits out at the big blind",
    "straddle always, never or ask · run it always, never or ask: what you answer from now on",
    "buy full, buy even, buy profit, buy 500: insurance that you are offered · n takes none",
    "the table's owner: pause, go on, bomb pot, refill (time banks), close table",
    "rabbit: what would have come, when all folded · squeeze: open a run-out's last card yourself",
    "y or n: what the table asks you · s show your hand, s 1 or s 2 one card of it · l leave · ? this help",
)


_BEFORE = {
    "fold": "fold",
    "check": "check",
    "check_fold": "check, or fold",
    "call": "call this amount",
    "call_any": "call any amount",
}


def offers(view: TableView) -> list[Text]:
    """Each key with exactly what it would do."""
    hand = view.hand
    assert hand is not None
    turn = hand.turn
    assert turn is not None
    offered = [
        _offer("f", "fold"),
        _offer("c", f"call {turn.call_amount:,}" if turn.call_amount else "check"),
    ]
    if turn.min_raise_to < turn.max_raise_to:
        key, word = ("r", "raise to") if hand.current_bet else ("b", "bet")
        half, pot = raise_total("half", hand, turn), raise_total("pot", hand, turn)
        bounds = f"{turn.min_raise_to:,} – {turn.max_raise_to:,}"
        offered.append(_offer(f"{key} AMOUNT", f"{word} {bounds} (half {half:,}, pot {pot:,})"))
    if turn.max_raise_to:
        offered.append(_offer("a", f"all-in {turn.max_raise_to:,}"))
    return offered


def filled(parts: list[Text], width: int) -> list[Text]:
    """The parts side by side, on as few lines as they need."""
    lines: list[Text] = []
    for part in parts:
        if lines and len(lines[-1]) + 3 + len(part) <= width:
            lines[-1] = Text.assemble(lines[-1], "   ", part)
        else:
            lines.append(part)
    return lines


def _offer(key: str, does: str) -> Text:
    return Text.assemble((key, "bold yellow"), f" {does}")


def clock(view: TableView, ms_left: int) -> Text:
    """Whose turn it is, with a bar that runs out."""
    hand = view.hand
    assert hand is not None
    turn = hand.turn
    assert turn is not None
    mine = view.you is not None and view.you.seat == turn.seat
    whole = max(1, int(view.config["clocks"]["decision_ms"]))
    full = min(BAR, -(-BAR * ms_left // whole))
    style = "bold red" if ms_left < HURRY_MS else "green" if mine else "grey62"
    who = "Your turn" if mine else f"{names_of(view).get(turn.seat, f'seat {turn.seat}')} to act"
    return Text.assemble(
        (who, "bold yellow" if mine else ""),
        " ",
        ("█" * full, style),
        ("░" * (BAR - full), "grey39"),
        f" {-(-ms_left // 1000)} s",
        (" of the time bank" if turn.time_bank_ms and ms_left <= turn.time_bank_ms else "", "yellow"),
    )


def own_hand(view: TableView) -> Text:
    """What the player holds, in words, once there is a flop."""
    hand, you = view.hand, view.you
    if hand is None or you is None or not you.hole_cards or not hand.boards[0]:
        return Text()
    made = " / ".join(named(you.hole_cards + board) for board in hand.boards if board)
    return Text(f"your hand: {made}", "cyan")


def question_in_words(question: QuestionView) -> str:
    """What the table asks, and how to answer."""
    if question.kind == "cut":
        return "Your client cuts the deck with the others."
    if question.kind == "insurance":
        return "Insurance? buy full, buy even, buy profit, buy AMOUNT, or n"
    if question.kind == "straddle":
        return f"Straddle to {question.number:,}? y or n"
    return f"Run the rest of the board {question.number} times? y or n"


def waiting(view: TableView) -> str:
    """What there is to wait for, or to do, while nobody is asked."""
    you = view.you
    seat = None if you is None else next(one for one in view.seats if one.seat == you.seat)
    if you is None or seat is None:
        return "You have no seat."
    hand = view.hand
    if hand is not None and hand.question is not None and you.seat in hand.question.seats:
        return question_in_words(hand.question)
    if you.leave_queued or you.dismissed:
        return "You leave after this hand."
    if view.paused and view.hand is None:
        return "The game is paused by the table's owner."
    match seat.standing:
        case "buying_in":
            return "Your chips are on their way."
        case "sitting_out" if not seat.stack:
            return "You have no chips left: t buys in again, l leaves."
        case "sitting_out":
            return "You sit out: i brings you back, l leaves."
        case "waiting" if not seat.in_hand:
            return "You are dealt in soon."
    if you.preset is not None:
        return f"Set for your turn: {_BEFORE[you.preset.move]}. pre none takes it back."
    if you.sit_out_queued:
        return "You sit out after this hand: i changes your mind."
    return ""
