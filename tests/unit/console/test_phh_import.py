"""PHH hands are played again by our rules, or refused by file, line and code; no unknown card is made up."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from pokerkit import HandHistory

from console.phh_files.bad_phh import BadFile, BadPhh
from console.phh_files.imported_hand import imported_hand
from console.phh_files.phh_file import PhhFile
from console.phh_files.played_phh import PlayedPhh, played_phh
from riverrun.contracts.commits import decode_commit
from riverrun.contracts.table_events import HandMucked, HandShown, HandsTurnedUp, PlayerSatDown, PotAwarded
from riverrun.kernel.cards import text_of
from services.history.exports.phh import phh
from services.history.hands.told_hand import ToldHand
from services.history.projection.context import Context
from services.table.codec import codec
from tests.unit.history.test_exports import random_hand
from tests.unit.history.test_flags_against_slow_figures import hands_in
from tests.unit.history.told import told_hand

SHOWDOWN = """\
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 200, 200]
actions = [
  'd dh p1 AsAh',
  'd dh p2 7c2d',
  'd dh p3 ????',
  'p3 cbr 6', 'p1 cc', 'p2 f',  # three ways no more
  'd db KhTs4d',
  'p1 cc', 'p3 cbr 10', 'p1 cc',
  'd db 5c',
  'p1 cc', 'p3 cc',
  'd db 9h',
  'p1 cc', 'p3 cc',
  'p1 sm AsAh',
  'p3 sm',
]
players = ['Ann', 'Bob', 'Cy']
year = 2019
month = 7
day = 3
time = 12:30:00
"""
LINES = SHOWDOWN.splitlines()


def one(tmp_path: Path, text: str) -> PlayedPhh:
    """The hand of a file, played. Raises `BadFile`."""
    file = tmp_path / "hand.phh"
    file.write_text(text)
    (found,) = PhhFile(file).hands()
    try:
        return played_phh(found.hand, "elsewhere", 7)
    except BadPhh as bad:
        raise found.wrong(bad) from None


def told(played: PlayedPhh) -> ToldHand:
    ((followed, _),) = hands_in(played.events, Context(played.config))
    return told_hand(followed)


@pytest.mark.parametrize("plain", [True, False])
def test_what_we_wrote_is_read_back_to_equal_stacks(tmp_path: Path, plain: bool) -> None:
    for number in range(40):
        hand, _ = random_hand(number, plain)

        again = told(one(tmp_path, phh(hand)))

        assert [player.final_stack for player in again.players] == [
            player.final_stack for player in hand.players
        ]
        assert again.boards == hand.boards
        decisions = ("fold", "check", "call", "bet", "raise")
        assert [step.seat for step in again.steps_of(*decisions)] == [
            step.seat for step in hand.steps_of(*decisions)
        ]


def test_a_hand_comes_with_its_players_stakes_and_day(tmp_path: Path) -> None:
    played = one(tmp_path, SHOWDOWN)
    hand = told(played)

    assert [event.name for event in played.events if isinstance(event, PlayerSatDown)] == ["Ann", "Bob", "Cy"]
    assert [player.net for player in hand.players] == [18, -2, -16]
    assert (hand.small_blind, hand.big_blind, hand.table_name) == (1, 2, "elsewhere")


def test_cards_that_the_file_does_not_tell_are_told_by_nobody(tmp_path: Path) -> None:
    played = one(tmp_path, SHOWDOWN)

    shown = {event.seat: text_of(event.cards) for event in played.events if isinstance(event, HandShown)}
    assert shown == {1: "AsAh", 2: "7c2d"}
    assert [event.seat for event in played.events if isinstance(event, HandMucked)] == [3]


def test_known_cards_of_who_folded_are_shown_once_the_hand_is_over(tmp_path: Path) -> None:
    events = one(tmp_path, SHOWDOWN).events
    kinds = [type(event) for event in events]
    (folded,) = [event for event in events if isinstance(event, HandShown) and event.seat == 2]

    assert folded.chosen
    assert events.index(folded) > max(at for at, kind in enumerate(kinds) if kind is PotAwarded)


def test_who_is_all_in_with_unknown_cards_turns_none_up(tmp_path: Path) -> None:
    text = """\
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [50, 50]
actions = ['d dh p1 QsQh', 'd dh p2 ????', 'p2 cbr 50', 'p1 cc', 'd db KhTs4d', 'd db 5c', 'd db 9h']
"""
    events = one(tmp_path, text).events

    (turned_up,) = [event for event in events if isinstance(event, HandsTurnedUp)]
    assert [(seat, text_of(cards)) for seat, cards in turned_up.hands] == [(1, "QsQh")]
    assert not turned_up.equities


def test_amounts_with_a_point_become_whole_chips(tmp_path: Path) -> None:
    text = SHOWDOWN.replace("[1, 2, 0]", "[0.5, 1.25, 0]").replace("min_bet = 2", "min_bet = 1.25")

    hand = told(one(tmp_path, text.replace("cbr 6'", "cbr 6.50'")))

    assert (hand.small_blind, hand.big_blind) == (50, 125)
    assert hand.players[0].stack == 10_000
    assert hand.players[0].net == 1650 + 125


def test_a_file_of_sections_holds_several_hands(tmp_path: Path) -> None:
    file = tmp_path / "session.phhs"
    file.write_text(f"[1]\n{SHOWDOWN}\n[2]\n{SHOWDOWN.replace('2019', '2020')}")

    found = list(PhhFile(file).hands())

    assert [one.hand.year for one in found] == [2019, 2020]
    assert played_phh(found[1].hand, "x", 7).events


def test_a_hand_that_is_wrong_is_told_by_its_number_and_hides_no_other(tmp_path: Path) -> None:
    file = tmp_path / "session.phhs"
    file.write_text(f"[1]\n{with_line(1, 'variant = 7')}\n[2]\n{SHOWDOWN}")

    wrong, good = PhhFile(file).hands()

    assert played_phh(good.hand, "x", 7).events
    with pytest.raises(BadFile, match=r":2: unknown_variant: .* \(hand 1\)$"):
        wrong.hand  # noqa: B018  it is read here


def test_the_same_hand_of_the_same_source_has_one_place_in_the_log(tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(SHOWDOWN)
    (found,) = PhhFile(file).hands()

    first, again = (imported_hand(found.hand, "here", "operator-ann", now) for now in (1, 2))
    elsewhere = imported_hand(found.hand, "there", "operator-ann", 1)

    assert first == again
    assert elsewhere.subject != first.subject
    commit = decode_commit(first.data)
    assert commit.at_ms == 1_562_157_000_000
    assert first.subject == f"imported.{commit.table}"
    sat = [event for event in codec.decode_all(commit) if isinstance(event, PlayerSatDown)]
    assert all(re.fullmatch(r"phh-\w+-[0-9a-f]{8}", event.player) for event in sat)


def test_what_came_from_elsewhere_goes_out_as_pokerkit_reads_it(tmp_path: Path) -> None:
    hand = told(one(tmp_path, SHOWDOWN))

    *_, last = HandHistory.loads(phh(hand))

    assert list(last.stacks) == [118, 198, 184]
    assert told(one(tmp_path, phh(hand))).players[0].shown == "AsAh"


def with_line(number: int, text: str) -> str:
    return "\n".join([*LINES[: number - 1], text, *LINES[number:]])


@pytest.mark.parametrize(
    ("text", "line", "code"),
    [
        (with_line(2, "antes = [0, 0, 0"), 3, "not_toml"),
        (with_line(2, f"antes = {'[' * 5_000}{']' * 5_000}"), 1, "not_toml"),
        (with_line(1, "variant = 'PO'"), 1, "unknown_variant"),
        (with_line(1, ""), 2, "missing_field"),
        ("", 1, "missing_field"),
        (with_line(2, "antes = [0, 0]"), 2, "bad_players"),
        (with_line(4, "min_bet = 'two'"), 4, "bad_amount"),
        (with_line(5, "starting_stacks = [100, inf, 200]"), 5, "unknown_stack"),
        (with_line(6, "actions = 7\nx = ["), 6, "bad_field"),
        (with_line(8, "  'd dh p2 7x2d',"), 8, "bad_cards"),
        (with_line(8, "  'd dh p2 As2d',"), 6, "bad_cards"),
        (with_line(10, "  'p3 cbr 6', 'p2 cc',"), 10, "out_of_turn"),
        (with_line(10, "  'p3 cbr 3', 'p1 cc', 'p2 f',"), 10, "not_allowed"),
        (with_line(10, "  'p9 cbr 6', 'p1 cc', 'p2 f',"), 10, "bad_action"),
        (with_line(10, "  'p² cbr 6', 'p1 cc', 'p2 f',"), 10, "bad_action"),
        (with_line(10, f"  'p{'9' * 5_000} f', 'p1 cc', 'p2 f',"), 10, "bad_action"),
        (with_line(10, "  'p3 cbr ²', 'p1 cc', 'p2 f',"), 6, "bad_amount"),
        (with_line(12, "  'p1 cc', 'p3 sd', 'p1 cc',"), 12, "bad_action"),
        (with_line(16, "  'p1 cc',"), 18, "unfinished"),
        (with_line(15, ""), 6, "cards_missing"),
        (with_line(20, "finishing_stacks = [100, 200, 200]"), 20, "stacks_differ"),
        (with_line(7, "  'd dh p1 ????',").replace("sm AsAh", "sm"), 6, "showdown_unknown"),
        (with_line(20, "seats = [3, 1, 2]\nplayers = ['Ann', 'Ann', 'Cy']"), 21, "bad_players"),
        (with_line(20, "seats = [2, 1, 3]"), 20, "bad_field"),
    ],
)
def test_a_wrong_file_is_named_with_line_and_code(tmp_path: Path, text: str, line: int, code: str) -> None:
    with pytest.raises(BadFile) as refused:
        one(tmp_path, text)

    bad = refused.value
    assert (bad.line, bad.code) == (line, code), str(bad)
    assert str(bad).startswith(f"{tmp_path / 'hand.phh'}:{line}: {code}: ")


@pytest.mark.parametrize("year", [1, 1969, 2097, 2999])
def test_a_day_that_history_cannot_hold_is_refused(tmp_path: Path, year: int) -> None:
    # One hand of the year 1 in the log, and no imported hand ever came into history again.
    file = tmp_path / "hand.phh"
    file.write_text(SHOWDOWN.replace("year = 2019", f"year = {year}"))
    (found,) = PhhFile(file).hands()

    with pytest.raises(BadPhh) as refused:
        imported_hand(found.hand, "elsewhere", "operator-ann", 7)
    assert (refused.value.code, refused.value.key) == ("bad_field", "year")


def test_amounts_that_only_their_smallest_part_makes_too_large_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_text(with_line(5, "starting_stacks = [1_000_000_000_000_000, 200.0001, 200]"))

    (found,) = PhhFile(file).hands()
    with pytest.raises(BadFile) as refused:
        found.hand  # noqa: B018  it is read here
    assert (refused.value.line, refused.value.code) == (5, "bad_amount")


def test_what_is_no_text_and_what_is_not_there_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "hand.phh"
    file.write_bytes(b"variant = 'NT'\n\xff\n")

    with pytest.raises(BadFile, match=r":2: not_utf8"):
        PhhFile(file)
    with pytest.raises(BadFile, match="unreadable"):
        PhhFile(tmp_path / "nothing.phh")


def cards_in(texts: Sequence[str]) -> set[str]:
    return {card for text in texts for card in re.findall(r"[2-9TJQKA][cdhs]", text)}


def test_no_imported_hand_shows_a_card_that_its_file_does_not_tell(tmp_path: Path) -> None:
    for number in range(40, 80):
        text = phh(random_hand(number, False)[0])
        hand = told(one(tmp_path, text))

        assert cards_in([player.shown for player in hand.players]) <= cards_in([text])
