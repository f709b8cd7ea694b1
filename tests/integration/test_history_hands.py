"""Finished hands come back out of ClickHouse: whole, step by step, no card that may not be seen."""

import pytest

from riverrun.kernel.cards import cards
from riverrun.runtime.sealing.key_ring import KeyRing
from riverrun.runtime.sealing.ring_file import load_ring
from services.history.database import Database
from services.history.hands.frames import frames
from services.history.hands.search import HandSearch, Wanted
from services.history.hands.stored_hands import StoredHands
from services.history.hands.told_hand import ToldHand
from tests.support.history import PlayedLog


@pytest.fixture(scope="module")
def ring(played: PlayedLog) -> KeyRing:
    return load_ring(played.keys / "history.json")


@pytest.fixture(scope="module")
def keys(history: Database) -> list[tuple[str, int]]:
    return [(one.table, one.hand) for one in HandSearch(history).find(Wanted(most=500))]


def told(history: Database, ring: KeyRing, key: tuple[str, int], viewer: str = "") -> ToldHand:
    hand = StoredHands(history, ring).told(*key, viewer)
    assert hand is not None
    return hand


def test_frames_end_with_the_stacks_that_the_players_had(
    history: Database, ring: KeyRing, keys: list[tuple[str, int]]
) -> None:
    assert len(keys) > 20
    for key in keys[::3]:
        hand = told(history, ring, key)
        *_, last = frames(hand)
        if hand.ended_by == "void":
            continue
        assert {one.seat: one.stack for one in last.seats} == {
            one.seat: one.final_stack for one in hand.players
        }
        assert last.pot == hand.rake
        assert last.boards in (hand.boards, hand.boards[: len(last.boards)])


def test_a_viewer_sees_his_own_cards_from_the_first_frame_and_others_once_shown(
    history: Database, ring: KeyRing, played: PlayedLog, keys: list[tuple[str, int]]
) -> None:
    public = played.shown()
    for key in [key for key in keys if key[0].startswith("s0-bench")][:3]:
        for viewer in ("", "player-0", "stranger"):
            hand = told(history, ring, key, viewer)
            allowed = public[key]
            for player in hand.players:
                own = player.player == viewer
                assert player.shown == allowed.get(player.seat, "")
                assert len(player.cards) == 4 if own else player.cards == player.shown
            seen_yet: set[int] = set()
            for frame in frames(hand):
                if frame.step is not None and frame.step.cards and frame.step.kind != "board":
                    seen_yet.add(frame.step.seat)
                for seat in frame.seats:
                    mine = hand.player_at(seat.seat).player == viewer
                    assert bool(seat.cards) == (mine or seat.seat in seen_yet)


def test_without_the_history_key_nobodys_own_cards_are_told(
    history: Database, keys: list[tuple[str, int]]
) -> None:
    hand = StoredHands(history).told(*keys[0], "player-0")

    assert hand is not None
    assert all(player.cards == player.shown for player in hand.players)


def test_a_box_opens_for_its_owner_alone(
    history: Database, ring: KeyRing, keys: list[tuple[str, int]]
) -> None:
    key = next(key for key in keys if key[0].startswith("s0-bench"))
    mine, theirs = (told(history, ring, key, f"player-{number}") for number in (0, 1))

    def own(hand: ToldHand) -> str:
        return next(player.cards for player in hand.players if player.own)

    assert set(cards(own(mine))).isdisjoint(cards(own(theirs)))


def test_a_hand_in_progress_is_told_to_nobody(history: Database, ring: KeyRing) -> None:
    assert StoredHands(history, ring).told("s0-bench0000", 11, "player-0") is None


def test_hands_are_found_by_what_is_known_of_them(history: Database) -> None:
    search = HandSearch(history)

    everything = search.find(Wanted(most=500))
    mine = search.find(Wanted(player="player-1", most=500))
    large = search.find(Wanted(pot_from=mine[0].pot, most=500))
    aces = search.find(Wanted(cards="As", most=500))
    one_table = search.find(Wanted(table="s0-bench0001", showdown=True))

    assert [one.ended_ms for one in everything] == sorted((one.ended_ms for one in everything), reverse=True)
    assert {one.table for one in mine} == {"s0-bench0000", "s0-bench0001"}
    assert all(one.pot >= mine[0].pot for one in large)
    on_board = {(one.table, one.hand) for one in everything if "As" in split(one.board)}
    assert on_board <= {(one.table, one.hand) for one in aces}
    assert all(one.table == "s0-bench0001" and one.ended_by == "showdown" for one in one_table)


def test_cards_written_apart_find_the_same_hands(history: Database) -> None:
    search = HandSearch(history)
    board = search.find(Wanted(showdown=True, most=500))[0].board

    together = search.find(Wanted(cards=board, most=500))

    assert together
    assert search.find(Wanted(cards=" ".join(split(board)), most=500)) == together


def split(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]
