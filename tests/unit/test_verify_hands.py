"""The verdict on an exported hand: proven, or the first card that fails and why."""

import json
from collections.abc import Callable
from copy import deepcopy
from hashlib import sha256
from typing import Any

import pytest

from riverrun.holdem.hand_proof import hand_proof
from riverrun.holdem.hand_verdict import Flaw, HandProven, HandRefuted, NotAHandProof, check_hand_proof
from riverrun.kernel.cards import TEXTS
from riverrun.kernel.deck import OpenDeck
from services.table.deck import deal_deck
from tests.support.proven_hands import FinishedHand, finished_hand

File = dict[str, Any]
"""JSON, to be bent at will."""

# Button at seat 2; dealt clockwise from its left: Dao (seat 3) has places 0 and 3, Finn (seat 5) 1 and 4,
# Cem (seat 2) 2 and 5; the board 6 to 10. Dao shows both cards, Finn his second.


@pytest.fixture
def hand() -> FinishedHand:
    return finished_hand(dealt(), shown=[(3, 0), (3, 1), (5, 1)])


@pytest.fixture
def cems(hand: FinishedHand) -> File:
    return file_for(hand, seat=2)


def dealt() -> OpenDeck:
    return deal_deck("s0-kq3v9x2m", 17, sha256(b"a test's deck").digest())


def file_for(hand: FinishedHand, seat: int | None, burn: bool = False) -> File:
    own = (seat, [hand.deck.opening(position) for position in hand.hole[seat]]) if seat is not None else None
    written = hand_proof(hand.deck.table, hand.started, hand.streets, hand.sealed, hand.names, burn, own)
    read: File = json.loads(json.dumps(written))
    return read


def refuted(file: File) -> HandRefuted:
    verdict = check_hand_proof(file)
    assert isinstance(verdict, HandRefuted)
    return verdict


def first_failure(file: File) -> tuple[Flaw, int | None]:
    verdict = refuted(file)
    return verdict.flaw, verdict.card.position if verdict.card else None


def opening_at(file: File, position: int) -> File:
    found: File = next(one for one in file["openings"] if one["position"] == position)
    return found


def flipped(text: str, at: int = 0) -> str:
    return text[:at] + format(int(text[at], 16) ^ 1, "x") + text[at + 1 :]


def test_a_player_proves_his_own_cards_the_board_and_what_was_shown(cems: File) -> None:
    verdict = check_hand_proof(cems)

    assert isinstance(verdict, HandProven)
    assert [card.position for card in verdict.cards] == [0, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert verdict.cards[1].where == "first card of Cem (seat 2)"
    assert verdict.cards[5].where == "flop"


def test_cards_that_were_not_shown_stand_in_no_others_file(hand: FinishedHand, cems: File) -> None:
    by_seat = {player["seat"]: player["cards"] for player in cems["players"]}

    assert by_seat[5][:2] == "??"
    assert hand.deck.opening(1).salt.hex() not in str(cems)
    assert {one["position"] for one in cems["openings"]}.isdisjoint({1, *range(11, 52)})


def test_the_file_for_everyone_has_only_what_all_saw(hand: FinishedHand) -> None:
    file = file_for(hand, seat=None)

    assert {player["seat"]: "??" in player["cards"] for player in file["players"]} == {
        3: False,
        5: True,
        2: True,
    }
    assert isinstance(check_hand_proof(file), HandProven)


def test_a_hand_that_ended_before_the_flop_proves_the_players_own_cards() -> None:
    verdict = check_hand_proof(file_for(finished_hand(dealt(), streets=0), seat=5))

    assert isinstance(verdict, HandProven)
    assert [card.position for card in verdict.cards] == [1, 4]


def test_heads_up_the_big_blind_gets_the_first_card() -> None:
    verdict = check_hand_proof(file_for(finished_hand(dealt(), button=5, seats=(5, 8)), seat=8))

    assert isinstance(verdict, HandProven)
    assert [card.position for card in verdict.cards][:2] == [0, 2]


def test_with_burn_cards_each_street_lies_one_place_further() -> None:
    hand = finished_hand(dealt(), burn=True)

    verdict = check_hand_proof(file_for(hand, seat=2, burn=True))

    assert isinstance(verdict, HandProven)
    assert [card.position for card in verdict.cards] == [2, 5, 7, 8, 9, 11, 13]
    assert first_failure(file_for(hand, seat=2, burn=False))[0] is Flaw.MISPLACED


def test_each_board_of_a_hand_run_twice_is_proven_from_the_one_deck() -> None:
    verdict = check_hand_proof(file_for(finished_hand(dealt(), runs=2), seat=None))

    assert isinstance(verdict, HandProven)
    assert [(card.position, card.where) for card in verdict.cards][3:] == [
        (9, "turn of board 1"),
        (10, "river of board 1"),
        (11, "turn of board 2"),
        (12, "river of board 2"),
    ]


def test_both_boards_of_a_bomb_pot_are_proven_street_by_street() -> None:
    verdict = check_hand_proof(file_for(finished_hand(dealt(), side_by_side=True, streets=2), seat=2))

    assert isinstance(verdict, HandProven)
    assert [(card.position, card.where) for card in verdict.cards][2:] == [
        *((place, "flop of board 1") for place in (6, 7, 8)),
        *((place, "flop of board 2") for place in (9, 10, 11)),
        (12, "turn of board 1"),
        (13, "turn of board 2"),
    ]


def test_another_card_in_an_opening_is_named(cems: File) -> None:
    opening_at(cems, 7)["card"] = opening_at(cems, 9)["card"]

    assert first_failure(cems) == (Flaw.LEAF, 7)


def test_another_salt_is_named(cems: File) -> None:
    opening_at(cems, 5)["salt"] = flipped(opening_at(cems, 5)["salt"])

    assert first_failure(cems) == (Flaw.LEAF, 5)


def test_another_table_or_hand_fails_from_the_first_card_on(cems: File) -> None:
    assert first_failure({**cems, "table": "s0-kq3v9x2n"}) == (Flaw.LEAF, 0)
    assert first_failure({**cems, "hand": 18}) == (Flaw.LEAF, 0)


def test_a_changed_leaf_of_a_shown_card_is_named(cems: File) -> None:
    cems["leaves"] = flipped(cems["leaves"], at=64 * 8)

    assert first_failure(cems) == (Flaw.LEAF, 8)


def test_a_changed_leaf_of_a_card_not_shown_breaks_the_root(cems: File) -> None:
    cems["leaves"] = flipped(cems["leaves"], at=64 * 40)

    assert first_failure(cems) == (Flaw.ROOT, None)


def test_another_commitment_breaks_the_root(cems: File) -> None:
    cems["commitment"] = flipped(cems["commitment"])

    assert first_failure(cems) == (Flaw.ROOT, None)


def test_a_card_told_otherwise_than_the_deck_had_it_is_named(cems: File) -> None:
    flop, turn = cems["streets"][0], cems["streets"][1]
    flop["cards"], turn["cards"] = turn["cards"] + flop["cards"][2:], flop["cards"][:2]

    assert first_failure(cems) == (Flaw.DIFFERS, 6)


def test_a_card_told_where_the_file_may_not_know_it_is_named(cems: File) -> None:
    finn = next(player for player in cems["players"] if player["seat"] == 5)
    finn["cards"] = cems["streets"][0]["cards"][:2] + finn["cards"][2:]

    assert first_failure(cems) == (Flaw.MISPLACED, 1)

    finn["cards"] = next(text for text in TEXTS if text not in str(cems)) + finn["cards"][2:]

    assert first_failure(cems) == (Flaw.MISSING, 1)


def test_a_card_shown_that_the_hand_does_not_tell_is_named(cems: File) -> None:
    dao = next(player for player in cems["players"] if player["seat"] == 3)
    dao["cards"] = "??" + dao["cards"][2:]

    assert first_failure(cems) == (Flaw.DIFFERS, 0)


def test_a_shown_card_without_its_opening_is_missing(cems: File) -> None:
    cems["openings"].remove(opening_at(cems, 9))

    assert first_failure(cems) == (Flaw.MISSING, 9)


def test_a_players_own_file_must_show_both_his_cards(cems: File) -> None:
    cems["openings"].remove(opening_at(cems, 5))
    cem = next(player for player in cems["players"] if player["seat"] == 2)
    cem["cards"] = cem["cards"][:2] + "??"

    assert first_failure(cems) == (Flaw.MISSING, 5)


def test_a_board_card_left_out_is_missing(cems: File) -> None:
    cems["streets"][0]["cards"] = cems["streets"][0]["cards"][:4]
    cems["openings"].remove(opening_at(cems, 8))

    assert first_failure(cems) == (Flaw.MISSING, 8)


def test_a_card_opened_at_another_place_is_misplaced(cems: File) -> None:
    opening_at(cems, 9)["position"] = 30

    verdict = refuted(cems)

    assert (verdict.flaw, verdict.card and verdict.card.position) == (Flaw.MISPLACED, 9)
    assert verdict.says == "its opening is for position 30"


def test_a_hole_card_passed_off_as_anothers_is_misplaced(cems: File) -> None:
    opening_at(cems, 0)["seat"] = 2

    assert first_failure(cems) == (Flaw.MISPLACED, 0)


def test_the_button_elsewhere_puts_the_cards_at_other_places(cems: File) -> None:
    cems["button"] = 3

    assert first_failure(cems)[0] is Flaw.MISPLACED


def test_a_card_of_the_stub_has_no_place_in_a_hand(hand: FinishedHand, cems: File) -> None:
    stub = hand.deck.opening(20)
    cems["openings"].append(
        {"position": 20, "card": "2c", "salt": stub.salt.hex(), "where": "board", "board": 0}
    )

    assert first_failure(cems) == (Flaw.MISPLACED, 20)


def test_a_place_opened_twice_is_named(cems: File) -> None:
    cems["openings"].append(deepcopy(opening_at(cems, 6)))

    assert first_failure(cems) == (Flaw.DUPLICATE, 6)


def test_a_host_that_commits_to_a_deck_with_a_card_twice_is_found_out() -> None:
    deck = dealt()
    order = list(deck.order)
    order[7] = order[2]
    # An honest host cannot make such a deck, so the check at its making is passed by.
    object.__setattr__(deck, "order", tuple(order))

    assert first_failure(file_for(finished_hand(deck), seat=2)) == (Flaw.DUPLICATE, 7)


@pytest.mark.parametrize(
    "bend",
    [
        lambda file: file.update(format="riverrun-hand/2"),
        lambda file: file.update(table="../../etc"),
        lambda file: file.update(table="s\u0663-kq3v9x2m"),
        lambda file: file.update(hand=0),
        lambda file: file.update(hand="17"),
        lambda file: file.update(commitment="00"),
        lambda file: file.update(leaves=file["leaves"][:-2]),
        lambda file: file.update(leaves=file["leaves"].upper()),
        lambda file: file.update(players=file["players"][:1]),
        lambda file: file.update(players=[*file["players"], file["players"][0]]),
        lambda file: file.update(viewer=9),
        lambda file: file["players"][0].update(cards="Ah"),
        lambda file: file["players"][0].update(cards="1hAh"),
        lambda file: file["streets"].reverse(),
        lambda file: file["streets"].pop(1),
        lambda file: file["streets"][0].update(street="preflop"),
        lambda file: file["streets"][1].update(cards="AhKh"),
        lambda file: file["openings"][0].update(position=52),
        lambda file: file["openings"][0].update(card="??"),
        lambda file: file["openings"][0].update(salt="0" * 63),
        lambda file: file.pop("openings"),
    ],
)
def test_a_file_of_another_shape_is_no_hands_proof(cems: File, bend: Callable[[File], object]) -> None:
    bend(cems)

    with pytest.raises(NotAHandProof):
        check_hand_proof(cems)


def test_what_other_programs_add_to_the_file_is_passed_over(cems: File) -> None:
    cems["pots"] = [400]
    cems["players"][0]["stack"] = 1000

    assert isinstance(check_hand_proof(cems), HandProven)
