"""Open Hand History, the JSON that trackers read (version 1.4.7)."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import msgspec

from services.history.hands.told_hand import SHOWS, Step, ToldHand

VERSION = "1.4.7"
PLAY_MONEY = "XPM"
_ACTIONS = {
    "ante": "Post Ante",
    "bb_ante": "Post Ante",
    "sb": "Post SB",
    "bb": "Post BB",
    "straddle": "Straddle",
    "post": "Post Extra Blind",
    "dead": "Post Dead",
    "fold": "Fold",
    "check": "Check",
    "call": "Call",
    "bet": "Bet",
    "raise": "Raise",
    "mucked": "Mucks Cards",
    **dict.fromkeys(SHOWS, "Shows Cards"),
}
_STREETS = {"preflop": "Preflop", "flop": "Flop", "turn": "Turn", "river": "River"}


def open_hand_history(hand: ToldHand) -> str:
    """One hand as a JSON object."""
    hand = hand.named_apart()
    ids = {player.seat: number for number, player in enumerate(hand.players)}
    hero = next((ids[player.seat] for player in hand.players if player.own), None)
    antes = hand.steps_of("ante")
    found: dict[str, Any] = {
        "spec_version": VERSION,
        "site_name": "Riverrun",
        "network_name": "Riverrun",
        "internal_version": "1",
        "tournament": False,
        "game_number": f"{hand.table}-{hand.hand}",
        "start_date_utc": f"{datetime.fromtimestamp(hand.started_ms / 1000, UTC):%Y-%m-%dT%H:%M:%S}Z",
        "table_name": hand.table_name,
        "table_handle": hand.table,
        "game_type": "Holdem",
        "bet_limit": {"bet_type": "NL", "bet_cap": 0},
        "table_size": hand.table_seats,
        "currency": PLAY_MONEY if hand.kind == "play" else hand.currency,
        "dealer_seat": hand.button,
        "small_blind_amount": hand.small_blind,
        "big_blind_amount": hand.big_blind,
        "ante_amount": max((step.amount for step in antes), default=0),
        "flags": _flags(hand),
        "players": [
            {
                "id": ids[player.seat],
                "seat": player.seat,
                "name": player.name,
                "starting_stack": player.stack,
            }
            for player in hand.players
        ],
        "rounds": list(_rounds(hand, ids)),
        "pots": list(_pots(hand, ids)),
    }
    if hero is not None:
        found["hero_player_id"] = hero
    return msgspec.json.encode({"ohh": found}).decode()


def _flags(hand: ToldHand) -> list[str]:
    return ["Run_It_Twice"] if hand.runs > 1 and not hand.bomb_pot else []


def _rounds(hand: ToldHand, ids: dict[int, int]) -> Iterator[dict[str, Any]]:
    """A round a street, and one more for hands shown or mucked at the end."""
    rounds = [_round(0, "Preflop", "")]
    showdown: list[dict[str, Any]] = []
    rounds[0]["actions"] += [
        {"player_id": ids[player.seat], "action": "Dealt Cards", "cards": _pairs(player.cards)}
        for player in hand.players
        if player.own and player.cards
    ]
    for step in hand.steps:
        if step.kind == "board":
            rounds.append(_round(len(rounds), _STREETS[step.street], step.cards))
        elif step.kind in (*SHOWS, "mucked"):
            if not hand.is_shown_again(step):
                showdown.append(_action(step, ids))
        elif step.kind in _ACTIONS:
            rounds[-1]["actions"].append(_action(step, ids))
    if showdown:
        rounds.append({**_round(len(rounds), "Showdown", ""), "actions": showdown})
    for one in rounds:
        for number, action in enumerate(one["actions"], start=1):
            action["action_number"] = number
        yield one


def _round(number: int, street: str, cards: str) -> dict[str, Any]:
    return {"id": number, "street": street, "cards": _pairs(cards), "actions": []}


def _action(step: Step, ids: dict[int, int]) -> dict[str, Any]:
    name = _ACTIONS[step.kind]
    # Before the flop the blinds are bets, so that a bet is a raise there.
    found: dict[str, Any] = {"player_id": ids[step.seat], "action": name}
    if step.amount:
        found |= {"amount": step.amount, "is_allin": step.all_in}
    if step.kind in SHOWS:
        found["cards"] = _pairs(step.cards)
    return found


def _pots(hand: ToldHand, ids: dict[int, int]) -> Iterator[dict[str, Any]]:
    for number, pot in enumerate(hand.pots):
        wins: dict[int, int] = {}
        for step in hand.steps_of("award"):
            if step.pot == number:
                wins[step.seat] = wins.get(step.seat, 0) + step.amount
        yield {
            "number": number,
            "amount": pot.amount,
            "rake": pot.rake,
            "player_wins": [
                {"player_id": ids[seat], "win_amount": amount} for seat, amount in sorted(wins.items())
            ],
        }


def _pairs(cards: str) -> list[str]:
    return [cards[at : at + 2] for at in range(0, len(cards), 2)]
