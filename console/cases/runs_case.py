"""Cases of types `rit_policy` and `rit_deck`: when a board is run more than once, and from which cards."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from console.cases.case_shapes import RunsPolicyCase, RunsRow
from console.cases.hand_setup import deck_of
from console.cases.played_table import PlayedTable
from console.cases.verdict import Difference, differing
from riverrun.contracts.refusals import NotAsked
from riverrun.contracts.table_commands import AnswerRunIt
from riverrun.contracts.table_config import TableConfig
from riverrun.kernel.cards import ALL_CARDS, Cards, cards, text_of
from riverrun.kernel.identifiers import SeatNo
from services.table.decide.dealing import Extras
from services.table.rules.blinds import fresh_lineup
from services.table.rules.runouts import agreed_runs, next_cards

WHOLE_BOARD = 5
STACK = 100
TWICE = 2


def agree_on_runs(case: RunsPolicyCase) -> list[Difference]:
    """Each row by the rule; what a hand can come to also by commands, up to the boards that are dealt."""
    found: list[Difference] = []
    for number, row in enumerate(case.rows, start=1):
        ruled = agreed_runs(
            row.live,
            row.agree,
            row.cards_to_come,
            TWICE,
            betting_over=row.betting_over,
            insured=row.insurance_taken,
        )
        found += differing(f"row {number}, runs", row.runs, ruled)
        if not row.insurance_taken and len(row.live) > 1:
            found += differing(f"row {number}, boards", row.runs, _boards_dealt(row))
    return found


def _boards_dealt(row: RunsRow) -> int:
    """Play up to the situation, let everybody answer, and see the hand out as far as it goes by itself."""
    played = PlayedTable(TableConfig(seats=9, small_blind=1, big_blind=2, min_buy_in=STACK, run_it=TWICE))
    for seat in row.live:
        played.seat(seat, STACK)
    lineup = fresh_lineup(row.live, 0)
    played.deal(lineup, Extras(), deck_of({}, lineup.seats, ()))
    opened = WHOLE_BOARD - row.cards_to_come
    while played.turn is not None and len(played.hand.boards[0]) < opened:
        _call_or_check(played)
    while row.betting_over and played.turn is not None:
        _push_or_call(played)
    for seat in row.live:
        _answer(played, seat, agree=seat in row.agree)
    played.play_out()
    return len(played.hand.boards)


def _call_or_check(played: PlayedTable) -> None:
    turn = played.turn
    assert turn is not None, "nobody is asked"
    played.act(turn.seat, "call" if turn.call_amount else "check", None)


def _push_or_call(played: PlayedTable) -> None:
    turn = played.turn
    assert turn is not None, "nobody is asked"
    played.act(turn.seat, "all_in" if turn.max_raise_to else "call", None)


def _answer(played: PlayedTable, seat: SeatNo, *, agree: bool) -> None:
    """Where nobody is asked, or the question is settled, an answer is refused and changes nothing."""
    try:
        played.order(seat, AnswerRunIt(played.hand.hand, agree))
    except NotAsked:
        return


# -- from the deck

_OPEN = ("board", "board_before", "open", "opened", "shared", "common")
_NEXT = ("deck", "remaining", "rest", "stub", "next_cards", "deck_after")
_ALL_RUNS = ("boards", "runs", "result")
_EACH_RUN = (("first_board", "second_board", "third_board"), ("first_run", "second_run", "third_run"))


def run_from_deck(case: Mapping[str, Any]) -> list[Difference]:
    """All boards from one deck: cards already open are shared, and each run takes the next ones (R7.2)."""
    opened, deck = _cards(_first(case, _OPEN, "")), _cards(_first(case, _NEXT, ""))
    expected = _expected_boards(case, opened)
    boards: tuple[Cards, ...] = (opened,) * len(expected)
    burn, dealt = bool(_first(case, ("burn_cards", "burn"), False)), _already_dealt(case, deck, opened)
    while any(len(board) < WHOLE_BOARD for board in boards):
        coming = next_cards(boards, dealt, burn)
        dealt = coming.position + coming.size
        if dealt > len(deck):
            raise ValueError(f"the deck ends before board {coming.board + 1} is whole")
        run = boards[coming.board] + deck[coming.position : dealt]
        boards = (*boards[: coming.board], run, *boards[coming.board + 1 :])
    return differing("boards", [text_of(board) for board in expected], [text_of(board) for board in boards])


def _expected_boards(case: Mapping[str, Any], opened: Cards) -> list[Cards]:
    """The boards of all runs, told together or one by one, whole or but for what was open."""
    for told in (case.get("expect"), case):
        if isinstance(told, list):
            told = {"boards": told}
        elif not isinstance(told, Mapping):
            continue
        boards = _first(told, _ALL_RUNS, None)
        if not isinstance(boards, list):
            boards = [told[name] for names in _EACH_RUN for name in names if name in told]
        if boards:
            runs = [_cards(board) for board in boards]
            return [run if len(run) == WHOLE_BOARD else opened + run for run in runs]
    raise ValueError("no boards are expected")


def _already_dealt(case: Mapping[str, Any], deck: Cards, opened: Cards) -> int:
    """Where the deck goes on: a whole deck still holds what was dealt."""
    if "dealt" in case:
        return int(case["dealt"])
    players = _first(case, ("holes", "players", "hands"), 0)
    hands = [_cards(hand) for hand in players.values()] if isinstance(players, Mapping) else []
    gone = {*opened, *chain.from_iterable(hands)}
    if gone.intersection(deck):
        return max(place for place, card in enumerate(deck, start=1) if card in gone)
    count = players if isinstance(players, int) else len(players)
    return 2 * count + len(opened) if len(deck) == len(ALL_CARDS) else 0


def _first(told: Mapping[str, Any], names: Sequence[str], otherwise: Any) -> Any:
    return next((told[name] for name in names if name in told), otherwise)


def _cards(told: Any) -> Cards:
    return cards(told if isinstance(told, str) else "".join(told))
