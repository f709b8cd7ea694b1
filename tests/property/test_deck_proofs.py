"""Hands of any shape, dealt by the table's own rules, are proven; the same hands bent anywhere are not."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from riverrun.holdem.hand_proof import hand_proof
from riverrun.holdem.hand_verdict import HandProven, HandRefuted, NotAHandProof, check_hand_proof
from services.table.deck import deal_deck
from tests.support.proven_hands import finished_hand

File = dict[str, Any]


@st.composite
def files(draw: st.DrawFn) -> File:
    seats = draw(st.sets(st.integers(1, 9), min_size=2))
    cards = [(seat, card) for seat in sorted(seats) for card in (0, 1)]
    burn, runs = draw(st.booleans()), draw(st.integers(1, 3))
    hand = finished_hand(
        deal_deck("s0-kq3v9x2m", 17, draw(st.binary(min_size=32, max_size=32))),
        button=draw(st.integers(1, 9)),
        seats=seats,
        shown=draw(st.lists(st.sampled_from(cards), unique=True)),
        streets=draw(st.integers(0, 3)),
        runs=runs,
        burn=burn,
    )
    seat = draw(st.sampled_from([None, *sorted(seats)]))
    own = None if seat is None else (seat, [hand.deck.opening(position) for position in hand.hole[seat]])
    written = hand_proof(hand.deck.table, hand.started, hand.streets, hand.sealed, hand.names, burn, own)
    read: File = json.loads(json.dumps(written))
    return read


@given(files())
def test_every_hand_dealt_by_the_rules_is_proven(file: File) -> None:
    verdict = check_hand_proof(file)

    assert isinstance(verdict, HandProven)
    assert len(verdict.cards) == len(file["openings"])


@given(files(), st.data())
def test_any_opening_that_is_bent_is_the_card_that_is_named(file: File, data: st.DataObject) -> None:
    if not file["openings"]:
        return
    opening = data.draw(st.sampled_from(file["openings"]))
    position = opening["position"]
    match data.draw(st.sampled_from(["card", "salt", "position", "where"])):
        case "card":
            opening["card"] = "2c" if opening["card"] != "2c" else "As"
        case "salt":
            opening["salt"] = opening["salt"][:-1] + ("0" if opening["salt"][-1] != "0" else "1")
        case "position":
            opening["position"] = 51
        case _:
            opening["seat"] = 8 if opening.get("seat") != 8 else 7

    verdict = check_hand_proof(file)

    assert isinstance(verdict, HandRefuted)
    assert verdict.card is not None
    assert verdict.card.position == position


@given(files(), st.integers(0, 52 * 64 - 1))
def test_any_leaf_that_is_bent_breaks_its_card_or_the_root(file: File, at: int) -> None:
    leaves = file["leaves"]
    file["leaves"] = leaves[:at] + format(int(leaves[at], 16) ^ 8, "x") + leaves[at + 1 :]

    verdict = check_hand_proof(file)

    assert isinstance(verdict, HandRefuted)
    opened = {one["position"] for one in file["openings"]}
    assert (verdict.card is not None) == (at // 64 in opened)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@given(files(), st.data())
def test_a_field_of_any_other_value_gives_a_verdict_or_is_refused_by_name(
    file: File, data: st.DataObject
) -> None:
    field = data.draw(st.sampled_from(sorted(file)))
    file[field] = data.draw(json_values)

    try:
        verdict = check_hand_proof(file)
    except NotAHandProof:
        return
    assert isinstance(verdict, HandProven | HandRefuted)
