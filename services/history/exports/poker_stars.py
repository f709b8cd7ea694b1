"""Text as PokerStars writes it, which most trackers read."""

from collections.abc import Iterator
from datetime import UTC, datetime

from riverrun.holdem.hand_names import hand_name
from riverrun.holdem.rank import rank
from riverrun.kernel.cards import cards
from services.history.hands.told_hand import ANTES, BLINDS, SHOWS, Step, ToldHand, ToldPlayer

_POSTS = {
    "ante": "posts the ante",
    "bb_ante": "posts the ante",
    "sb": "posts small blind",
    "bb": "posts big blind",
    "straddle": "posts straddle",
    "post": "posts big blind",
    "dead": "posts dead blind",
}

WHOLE_BOARD, WHOLE_HAND = 10, 4
"""In letters."""


def poker_stars(hand: ToldHand) -> str:
    """One hand's text, from its heading to the summary."""
    hand = hand.named_apart()
    return "\n".join([*_heading(hand), *_story(hand), *_summary(hand)]) + "\n"


def _heading(hand: ToldHand) -> Iterator[str]:
    started = datetime.fromtimestamp(hand.started_ms / 1000, UTC)
    number = int.from_bytes(hand.table.encode()[-4:], "big") * 1_000_000 + hand.hand
    stakes = f"({hand.small_blind}/{hand.big_blind} {hand.currency})"
    yield f"PokerStars Hand #{number}: Hold'em No Limit {stakes} - {started:%Y/%m/%d %H:%M:%S} UTC"
    money = " (Play Money)" if hand.kind == "play" else ""
    yield f"Table '{hand.table_name}' {hand.table_seats}-max{money} Seat #{hand.button} is the button"
    for player in sorted(hand.players, key=lambda one: one.seat):
        yield f"Seat {player.seat}: {player.name} ({player.stack} in chips)"


def _story(hand: ToldHand) -> Iterator[str]:
    dealt = False
    showing = False
    for step in hand.steps:
        if not dealt and step.kind not in (*ANTES, *BLINDS):
            dealt = True
            yield from _hole_cards(hand)
        if not showing and step.kind in ("shown", "mucked") and hand.ended_by == "showdown":
            showing = True
            yield "*** SHOW DOWN ***"
        if step.kind == "board":
            yield _street(hand, step)
        elif step.kind == "award":
            yield f"{hand.player_at(step.seat).name} collected {step.amount} from {_pot(hand, step.pot)}"
        elif step.seat and not hand.is_shown_again(step):
            line = _line(hand, step)
            if line:
                yield line


def _hole_cards(hand: ToldHand) -> Iterator[str]:
    yield "*** HOLE CARDS ***"
    for player in hand.players:
        if player.own and player.cards:
            yield f"Dealt to {player.name} [{_cards(player.cards)}]"


def _street(hand: ToldHand, step: Step) -> str:
    before = [one.cards for one in hand.steps_of("board") if one.board == step.board and one.step < step.step]
    run = f"{('FIRST', 'SECOND', 'THIRD')[step.board]} " if len(hand.boards) > 1 else ""
    open_before = f"[{_cards(''.join(before))}] " if before else ""
    return f"*** {run}{step.street.upper()} *** {open_before}[{_cards(step.cards)}]"


def _line(hand: ToldHand, step: Step) -> str:
    name, suffix = hand.player_at(step.seat).name, " and is all-in" if step.all_in else ""
    if step.kind in _POSTS:
        return f"{name}: {_POSTS[step.kind]} {step.amount}{suffix}"
    match step.kind:
        case "fold":
            return f"{name}: folds"
        case "check":
            return f"{name}: checks"
        case "call":
            return f"{name}: calls {step.amount}{suffix}"
        case "bet":
            return f"{name}: bets {step.amount}{suffix}"
        case "raise":
            return f"{name}: raises {step.to - _bet_before(hand, step)} to {step.to}{suffix}"
        case "uncalled":
            return f"Uncalled bet ({step.amount}) returned to {name}"
        case "mucked":
            return f"{name}: mucks hand"
        case kind if kind in SHOWS:
            return f"{name}: shows [{_cards(step.cards)}]{_hand_in_words(hand, step.cards)}"
        case _:
            return ""


def _hand_in_words(hand: ToldHand, shown: str) -> str:
    """What a whole hand is worth on the first board: readers of this text take no shown hand without it."""
    board = hand.boards[0]
    if len(board) < WHOLE_BOARD or len(shown) < WHOLE_HAND:
        return ""
    name = hand_name(rank(cards(board + shown)))
    return f" ({name[0].lower()}{name[1:]})"


def _bet_before(hand: ToldHand, step: Step) -> int:
    """What had to be matched on the street before a raise."""
    same = [one for one in hand.steps if one.street == step.street and one.step < step.step]
    prices = {"bb": hand.big_blind, "sb": hand.small_blind}
    return max((max(one.to, prices.get(one.kind, 0)) for one in same), default=0)


def _summary(hand: ToldHand) -> Iterator[str]:
    yield "*** SUMMARY ***"
    yield f"Total pot {hand.pot} | Rake {hand.rake}"
    if hand.runs > 1 and not hand.bomb_pot:
        yield f"Hand was run {('twice', 'three times')[hand.runs - 2]}"
    for number, board in enumerate(hand.boards):
        run = f"{('FIRST', 'SECOND', 'THIRD')[number]} " if len(hand.boards) > 1 else ""
        if board:
            yield f"{run}Board [{_cards(board)}]"
    for player in sorted(hand.players, key=lambda one: one.seat):
        yield f"Seat {player.seat}: {player.name}{_place(hand, player)} {_fate(hand, player)}"


def _place(hand: ToldHand, player: ToldPlayer) -> str:
    words = (
        (hand.button, " (button)"),
        (hand.small_blind_seat, " (small blind)"),
        (hand.big_blind_seat, " (big blind)"),
    )
    return "".join(word for seat, word in words if seat == player.seat)


def _fate(hand: ToldHand, player: ToldPlayer) -> str:
    folds = [step for step in hand.steps_of("fold") if step.seat == player.seat]
    if folds:
        street = folds[0].street
        return "folded before Flop" if street == "preflop" else f"folded on the {street.capitalize()}"
    if player.shown:
        outcome = f"won ({player.won})" if player.won else "lost"
        return f"showed [{_cards(player.shown)}] and {outcome}"
    return f"collected ({player.won})" if player.won else "mucked"


def _pot(hand: ToldHand, number: int) -> str:
    if len(hand.pots) < 2:
        return "pot"
    return "main pot" if number == 0 else "side pot" if len(hand.pots) == 2 else f"side pot-{number}"


def _cards(cards: str) -> str:
    return " ".join(cards[at : at + 2] for at in range(0, len(cards), 2))
