"""Match-ups whose exact equities are known, from other people's programs and from counting by hand."""

from itertools import combinations

import numpy as np
import pytest

from riverrun.holdem.rank import ranks
from riverrun.kernel.cards import cards
from services.evaluator.counts import SHARES, TIES, WHOLE, WINS
from services.evaluator.engine import Engine
from services.evaluator.equity import EquityQuestion, equity_steps
from services.evaluator.match_ups import MatchUps
from services.evaluator.spot import Spot

SIX = ("AhKh", "QsQd", "7c7d", "As4s", "JcTc", "5h6h")


def spot(holes: tuple[str, ...], board: str = "", dead: str = "") -> Spot:
    return Spot(tuple(cards(hole) for hole in holes), cards(board), cards(dead))


WINS_OF = [
    (("AhKh", "QsQd"), "", [787_966, 917_606], 1_712_304),
    (("AhKd", "QsJc"), "", [1_097_621, 608_031], 1_712_304),
    (("AhKh", "QsQd"), "7h4h2c", [545, 445], 990),
    (("AhKh", "QsQd"), "7h4h2cJd", [15, 29], 44),
    (SIX[:3], "7h4h2c", [239, 40, 624], 903),
    (SIX, "7h4h2c", [98, 24, 333, 2, 36, 173], 666),
]


@pytest.mark.parametrize(("holes", "board", "wins", "boards"), WINS_OF)
def test_a_known_match_up_is_won_so_many_times(
    engine: Engine, holes: tuple[str, ...], board: str, wins: list[int], boards: int
) -> None:
    asked = spot(holes, board)

    counts = engine.count(asked)

    assert counts[:, WINS].tolist() == wins
    assert asked.ways(len(asked.unseen)) == boards
    assert counts[:, SHARES].sum() == WHOLE * boards


def test_six_ways_before_the_flop_have_their_known_equities(engine: Engine) -> None:
    counts = engine.count(spot(SIX))

    known = [0.2034608, 0.25440471, 0.13406727, 0.13369873, 0.17599533, 0.09837317]
    assert counts[:, SHARES] / (WHOLE * 658_008) == pytest.approx(known, abs=1e-8)


def test_the_same_hand_twice_ties_but_for_its_flushes(engine: Engine) -> None:
    counts = engine.count(spot(("AhKh", "AsKs")))

    assert counts[0].tolist() == counts[1].tolist()
    assert counts[0, WINS] + counts[1, WINS] + counts[0, TIES] == 1_712_304
    assert counts[0, TIES] > counts[0, WINS] > 0


def test_a_royal_flush_on_the_board_is_split_by_all(engine: Engine) -> None:
    holes = ("2c3d", "4h5s", "6c7d", "8h9s", "2h3s", "4c5d", "6h7s", "8c9d", "2s3c")

    counts = engine.count(spot(holes, "AsKsQsJsTs"))

    assert counts.tolist() == [[0, 1, WHOLE // 9]] * 9


def test_a_dead_card_is_an_out_less(engine: Engine) -> None:
    needs_a_heart = ("AhKh", "QsQd"), "7h4h2cJd"
    assert engine.count(spot(*needs_a_heart))[0, WINS] == 15

    counts = engine.count(spot(*needs_a_heart, dead="2hJs"))

    assert counts[:, WINS].tolist() == [14, 28]


KNOWN_AGAINST_ANY = [
    ("7h4h2c", 756_886, 8_679, 1_070_190),
    ("7h4h2cJd", 26_749, 315, 45_540),
    ("7h4h2cJd3s", 356, 9, 990),
]


@pytest.mark.parametrize(("board", "wins", "ties", "ways"), KNOWN_AGAINST_ANY)
def test_a_hand_against_any_other_wins_so_many_times(
    numba: Engine, board: str, wins: int, ties: int, ways: int
) -> None:
    question = EquityQuestion(spot(("AhKh",), board), unknown_at=1)

    *_, counts = equity_steps(numba, MatchUps(), question)

    assert counts[0, :2].tolist() == [wins, ties]
    assert counts[1, :2].tolist() == [ways - wins - ties, ties]
    assert question.ways == ways


def test_a_tie_is_worth_half_and_no_win(numba: Engine) -> None:
    question = EquityQuestion(spot(("2c7d",), "AsKsQsJsTs"), unknown_at=1)

    *_, counts = equity_steps(numba, MatchUps(), question)

    assert counts.tolist() == [[0, 990, 990 * WHOLE // 2]] * 2


RANGE = {"J": "JcJdJhJs", "Q": "QcQdQhQs", "K": "KcKdKs", "A": "AcAdAs"}


def test_against_the_best_hands_every_whole_board_is_counted(numba: Engine) -> None:
    """AhKh against JJ+ and AK: a board of three or four cards is not compared as it lies."""
    pairs = [one + other for suited in RANGE.values() for one, other in combinations(_two_by_two(suited), 2)]
    against = [*pairs, *(ace + king for ace in ("Ac", "Ad", "As") for king in ("Kc", "Kd", "Ks"))]
    share = {
        board: sum(int(numba.count(spot(("AhKh", hand), board))[0, SHARES]) for hand in against)
        for board in ("", "2c7d9h", "2c7d9hJs")
    }

    assert len(against) == 27
    assert share[""] / (27 * 1_712_304 * WHOLE) == pytest.approx(0.43, abs=0.005)
    for board, ways in (("2c7d9h", 990), ("2c7d9hJs", 44)):
        one_by_one = sum(_share_by_ranks("AhKh", hand, board) for hand in against)
        assert share[board] == one_by_one
        assert 0 < share[board] < 27 * ways * WHOLE


def _two_by_two(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def _share_by_ranks(hand: str, other: str, board: str) -> int:
    asked = spot((hand, other), board)
    share = 0
    for rest in combinations(asked.unseen, 5 - len(asked.board)):
        mine, yours = ranks((*asked.board, *rest), asked.holes)
        share += WHOLE if mine > yours else WHOLE // 2 if mine == yours else 0
    return share


def test_aces_against_any_hand_before_the_flop_have_their_known_equity(numba: Engine) -> None:
    question = EquityQuestion(spot(("AhAs",)), unknown_at=0)

    *_, counts = equity_steps(numba, MatchUps(), question)

    assert question.ways == 1_225 * 1_712_304
    assert counts[:, SHARES].sum() == WHOLE * question.ways
    assert counts[1, SHARES] / (WHOLE * question.ways) == pytest.approx(0.85204, abs=1e-5)


def test_counting_agrees_with_ranking_one_board_after_another(engine: Engine) -> None:
    asked = spot(SIX[:4], "7h4h2c9s")
    won = np.zeros(4, np.int64)
    for card in asked.unseen:
        found = ranks((*asked.board, card), asked.holes)
        won += [one == max(found) and found.count(one) == 1 for one in found]

    assert engine.count(asked)[:, WINS].tolist() == won.tolist()
