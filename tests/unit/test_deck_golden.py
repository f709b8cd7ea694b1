"""The construction's bytes never change: old hands must open, and be proven, for ever."""

import json
from pathlib import Path
from typing import Any

import pytest

from riverrun.contracts.table_events import SealedHoleCards
from riverrun.holdem.hand_verdict import HandProven, check_hand_proof
from riverrun.kernel.cards import text_of
from riverrun.kernel.commitment import verify_opening
from riverrun.kernel.deck import salt_seed_of
from riverrun.runtime.sealing.key_ring import Key, KeyRing
from services.table.deck import deal_deck
from services.table.sealing import open_deck, open_from_history, seal_deck, seal_for_history

GOLDEN = Path(__file__).parents[1] / "golden"


def golden(name: str) -> Any:
    return json.loads((GOLDEN / name).read_text())


def ring(of: dict[str, str]) -> KeyRing:
    key = Key(of["key_id"], bytes.fromhex(of["key"]))
    return KeyRing([key], key.id, lambda: bytes.fromhex(of["nonce"]))


@pytest.mark.parametrize("drawn", golden("decks.json"), ids=lambda drawn: f"{drawn['table']} {drawn['hand']}")
def test_a_seed_gives_the_same_deck_salts_and_root_for_ever(drawn: dict[str, Any]) -> None:
    deck = deal_deck(drawn["table"], drawn["hand"], bytes.fromhex(drawn["seed"]))

    assert text_of(deck.order) == drawn["order"]
    assert salt_seed_of(bytes.fromhex(drawn["seed"])).hex() == drawn["salt_seed"]
    assert deck.opening(0).salt.hex() == drawn["first_salt"]
    assert deck.opening(51).salt.hex() == drawn["last_salt"]
    assert deck.leaves[:32].hex() == drawn["first_leaf"]
    assert deck.root.hex() == drawn["root"]
    assert [node.hex() for node in deck.proof(0)] == drawn["path_of_first"]
    assert [node.hex() for node in deck.proof(51)] == drawn["path_of_last"]
    assert verify_opening(deck.root, deck.table, deck.hand, deck.opening(51), deck.proof(51))


def test_a_deck_sealed_long_ago_still_opens_and_is_sealed_alike_today() -> None:
    live = golden("sealed_deck.json")
    deck = deal_deck(live["table"], live["hand"], bytes.fromhex(live["seed"]))

    box = bytes.fromhex(live["box"])

    assert open_deck(deck.table, deck.hand, deck.root, box, live["key_id"], ring(live)) == deck
    assert seal_deck(deck, ring(live)).box == box


def test_hole_cards_sealed_long_ago_still_open_and_are_sealed_alike_today() -> None:
    kept = golden("sealed_hole_cards.json")
    deck = deal_deck(kept["table"], kept["hand"], bytes.fromhex(kept["seed"]))

    sealed = SealedHoleCards(kept["seat"], kept["player"], bytes.fromhex(kept["box"]), kept["key_id"])

    openings = open_from_history(deck.table, deck.hand, sealed, ring(kept))
    assert openings == tuple(deck.opening(position) for position in kept["positions"])
    assert seal_for_history(deck, kept["positions"], kept["seat"], kept["player"], ring(kept)) == sealed


def test_a_hand_exported_long_ago_is_still_proven() -> None:
    assert isinstance(check_hand_proof(golden("hand_proof.json")), HandProven)
