"""A hand whose deck the players cut: proven with its cut, or what is wrong with it is named (R11.4)."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from console.verify import verify
from riverrun.contracts.table_events import CutNonce, DeckCut
from riverrun.holdem.hand_proof import hand_proof
from riverrun.holdem.hand_verdict import Flaw, HandProven, HandRefuted, NotAHandProof, check_hand_proof
from riverrun.kernel.cut import cut_commitment, cut_places
from services.table.deck import deal_deck
from tests.support.proven_hands import NAMES, finished_hand

EXPORTED = Path(__file__).parents[1] / "golden" / "hand_proof_cut.json"
TABLE, HAND = "s0-kq3v9x2m", 18

File = dict[str, Any]


def nonce_of(seat: int) -> bytes:
    return sha256(f"nonce of seat {seat}".encode()).digest()


def a_cut_hand(missing: tuple[int, ...] = (), runs: int = 1, burn: bool = False) -> File:
    """Cem's file: seats 2, 3 and 5 committed, and those missing told no nonce."""
    deck = deal_deck(TABLE, HAND, sha256(b"a cut deck").digest())
    cutters = tuple(
        CutNonce(
            seat,
            cut_commitment(TABLE, HAND, f"p-{NAMES[seat].lower()}", nonce_of(seat)),
            b"" if seat in missing else nonce_of(seat),
        )
        for seat in (2, 3, 5)
    )
    told = [(one.seat, one.nonce) for one in cutters if one.nonce]
    cut = DeckCut(cutters, bytes(cut_places(TABLE, HAND, deck.root, told) if told else ()))
    hand = finished_hand(
        deck.cut(tuple(cut.places)) if told else deck, shown=[(3, 0), (3, 1)], runs=runs, burn=burn
    )
    own = (2, [hand.deck.opening(place) for place in hand.hole[2]])
    written = hand_proof(TABLE, hand.started, hand.streets, hand.sealed, hand.names, burn, own, cut)
    read: File = json.loads(json.dumps(written))
    return read


def run(file: File, *options: str) -> Result:
    return CliRunner().invoke(verify, [*options, "-"], input=json.dumps(file).encode())


def flaw_of(file: File) -> Flaw:
    verdict = check_hand_proof(file)
    assert isinstance(verdict, HandRefuted)
    return verdict.flaw


@pytest.mark.parametrize("missing", [(), (5,), (2, 3, 5)])
@pytest.mark.parametrize(("runs", "burn"), [(1, False), (1, True), (3, False)])
def test_cards_dealt_from_a_cut_deck_are_proven(missing: tuple[int, ...], runs: int, burn: bool) -> None:
    verdict = check_hand_proof(a_cut_hand(missing, runs, burn))

    assert isinstance(verdict, HandProven), verdict
    assert len(verdict.cards) == 4 + 5 + 2 * (runs - 1)


def test_the_committed_places_are_not_those_of_the_deal() -> None:
    cut = check_hand_proof(a_cut_hand())
    uncut = check_hand_proof(a_cut_hand(missing=(2, 3, 5)))

    assert isinstance(cut, HandProven)
    assert isinstance(uncut, HandProven)
    assert {card.position for card in uncut.cards} == {0, 2, 3, 5, 6, 7, 8, 9, 10}
    assert {card.position for card in cut.cards} != {card.position for card in uncut.cards}


def test_the_exported_file_stays_as_it_is() -> None:
    assert json.loads(EXPORTED.read_text()) == a_cut_hand(missing=(5,))


def test_a_nonce_that_was_not_committed_to_is_named_by_its_seat() -> None:
    file = a_cut_hand()
    file["cut"][1]["nonce"] = "00" * 32

    result = run(file)

    assert result.exit_code == 1
    assert "NOT VERIFIED: nonce mismatch" in result.output
    assert "the nonce of seat 3 is not the one that its player committed to" in result.output


def test_a_nonce_left_out_or_put_in_moves_every_card() -> None:
    left_out = a_cut_hand()
    left_out["cut"][0]["nonce"] = None
    put_in = a_cut_hand(missing=(5,))
    put_in["cut"][2]["nonce"] = nonce_of(5).hex()

    for file in (left_out, put_in):
        assert flaw_of(file) in (Flaw.MISSING, Flaw.MISPLACED)


def test_a_commitment_of_another_hand_or_player_is_none() -> None:
    for hand, player in ((HAND + 1, "p-cem"), (HAND, "p-dao")):
        file = a_cut_hand()
        file["cut"][0]["commitment"] = cut_commitment(TABLE, hand, player, nonce_of(2)).hex()

        assert flaw_of(file) is Flaw.NONCE


def test_who_cut_and_who_was_left_out_is_told() -> None:
    result = run(a_cut_hand(missing=(5,)))

    assert result.exit_code == 0
    assert "It was cut by seats 2, 3" in result.output
    assert "Left out, for not telling in time: seat 5." in result.output


def test_your_own_nonce_must_be_part_of_the_cut() -> None:
    file = a_cut_hand(missing=(5,))

    assert run(file, "--nonce", nonce_of(2).hex().upper()).exit_code == 0
    foreign = run(file, "--nonce", nonce_of(5).hex())
    assert foreign.exit_code == 1
    assert "your part in the cut is not in it" in foreign.output
    summary = json.loads(run(file, "--json", "--nonce", nonce_of(5).hex()).output)
    assert summary["cut"] == {"seats": [2, 3], "missing": [5], "nonce_as_told": False}
    assert not summary["verified"]


@pytest.mark.parametrize(
    "bend",
    [
        lambda file: file.update(format="riverrun-hand/1"),
        lambda file: file.pop("cut"),
        lambda file: file["cut"].append(file["cut"][0]),
        lambda file: file["cut"][0].update(seat=9),
        lambda file: file["cut"][0].update(nonce="zz"),
    ],
)
def test_what_is_no_cut_of_this_hand_is_no_proof(bend: Any) -> None:
    file = a_cut_hand()
    bend(file)

    with pytest.raises(NotAHandProof):
        check_hand_proof(file)
