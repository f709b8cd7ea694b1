"""A case of type `table`: where the button and the blinds go from hand to hand, and who is dealt in."""

from collections.abc import Sequence

from console.cases.as_compared import comparable
from console.cases.case_shapes import FirstHand, PlacesExpect, SeatEvent, TableCase
from console.cases.hand_results import posts_differ
from console.cases.hand_setup import deck_of
from console.cases.played_table import PlayedTable
from console.cases.verdict import Difference, differing
from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.table_events import HandStarted, TurnStarted
from riverrun.holdem.state import Table, seat_at
from riverrun.kernel.cards import ALL_CARDS, cards
from riverrun.kernel.chips import MAX_CHIPS, Chips
from riverrun.kernel.identifiers import SeatNo
from services.table.decide.dealing import Extras
from services.table.rules.blinds import Lineup, clockwise_from, fresh_lineup, is_between
from services.table.rules.debts import Missed

STACK, SHORT_STACK = 100_000, 100
"""In big blinds; who is to lose his stack has a short one for each hand until then: one caller covers it."""


def play_table(case: TableCase) -> list[Difference]:
    """Play hand after hand and compare the places, the posts and what is owed."""
    played = PlayedTable(_options(case))
    _seat_all(case, played)
    found: list[Difference] = []
    for number, hand in enumerate(case.hands, start=1):
        _finish_hand(played, [event.seat for event in hand.events if event.event == "bust"])
        for event in hand.events:
            _happen(event, played, case, number)
        before = len(played.events)
        played.deal_next()
        found += _places_differ(hand.expect, number, played, before)
    return found


def _options(case: TableCase) -> TableConfig:
    joining = (event.seat for hand in case.hands for event in hand.events)
    return TableConfig(
        seats=max(2, *case.config.seated, *joining),
        small_blind=case.config.sb,
        big_blind=case.config.bb,
        min_buy_in=1,
        max_buy_in=MAX_CHIPS,
        button=case.config.button_rule,
        dead_blinds=case.config.return_mode != "wait",
        returning_stack_minutes=0,
    )


def _seat_all(case: TableCase, played: PlayedTable) -> None:
    for seat in case.config.seated:
        played.seat(seat, _stack(case, seat, 0))
    missed = case.config.missed
    if missed:
        played.deal(fresh_lineup(case.config.seated, 0), Extras(), ALL_CARDS)
        _finish_hand(played, [])
        for seat in missed:
            played.sit_out(seat)
    first = case.first_hand
    order = clockwise_from(first.button, [seat for seat in case.config.seated if seat not in missed])
    owing = Missed(
        tuple(seat for seat in missed if "sb" in missed[seat]),
        tuple(seat for seat in missed if "bb" in missed[seat]),
    )
    lineup = Lineup(first.button, first.sb, _small_blind_place(first, order), first.bb, order)
    played.deal(lineup, Extras(), ALL_CARDS, missed=owing)


def _small_blind_place(first: FirstHand, order: Sequence[SeatNo]) -> SeatNo:
    """Without a small blind its place is a seat of nobody between the button and the big blind (R3.4)."""
    if first.sb is not None:
        return first.sb
    seats = range(1, max(*order, first.button) + 1)
    between = [seat for seat in clockwise_from(first.bb, seats) if is_between(seat, first.button, first.bb)]
    vacant = [seat for seat in between if seat not in order]
    return vacant[-1] if vacant else first.button


def _stack(case: TableCase, seat: SeatNo, dealt: int) -> Chips:
    """The chips with which a player comes in after so many hands: few where he is to lose them."""
    until_lost = (
        number
        for number, hand in enumerate(case.hands[dealt:], start=1)
        if any((event.seat, event.event) == (seat, "bust") for event in hand.events)
    )
    lost_in = next(until_lost, None)
    return case.config.bb * (STACK if lost_in is None else SHORT_STACK * (dealt + lost_in))


def _finish_hand(played: PlayedTable, losers: list[SeatNo]) -> None:
    """Everybody folds; but who is to lose his stack pushes it, and one who covers him calls and wins."""
    others = [player for player in played.hand.players if player.seat not in losers]
    caller = max(others, key=lambda player: player.stack).seat
    if losers:
        order = [player.seat for player in played.hand.players]
        played.arrange(deck_of({caller: cards("AhAd")}, order, cards("AcAsKhQd9s")))
    while played.turn is not None:
        turn = played.turn
        if turn.seat in losers:
            played.act(turn.seat, "all_in", None)
        elif losers and turn.seat == caller:
            played.act(turn.seat, "call" if turn.call_amount else "check", None)
        else:
            played.act(turn.seat, "fold", None)
    played.play_out()
    played.seal()


def _happen(event: SeatEvent, played: PlayedTable, case: TableCase, number: int) -> None:
    posts = (event.choice or case.config.return_mode) == "post"
    match event.event:
        case "leave":
            played.stand_up(event.seat)
        case "sit_out":
            played.sit_out(event.seat)
        case "return":
            _come_back(played, event.seat, posts)
        case "join" | "join_now":
            if seat_at(played.table, event.seat) is not None:
                played.stand_up(event.seat)  # who left and comes back is a new player (R3.11)
            at_once = event.event == "join_now" or event.choice == "post"
            played.seat(event.seat, _stack(case, event.seat, number), at_once)
        case "rebuy":
            played.top_up(event.seat, _stack(case, event.seat, number))
            _come_back(played, event.seat, posts)
        case "bust":
            pass  # it happened in the hand before


def _come_back(played: PlayedTable, number: SeatNo, posts: bool) -> None:
    """Chips bring back who had lost his stack; then he may still say how he wants to come in."""
    seat = seat_at(played.table, number)
    assert seat is not None, f"nobody sits in seat {number}"
    if seat.standing == "sitting_out" or (seat.standing == "waiting" and seat.posts != posts):
        played.come_back(number, posts)


def _owed(table: Table) -> dict[SeatNo, list[str]]:
    owed = {
        seat.seat: ["bb"] * seat.owes_big + ["sb"] * seat.owes_small
        for seat in table.seats
        if seat.owes_big or seat.owes_small
    }
    return dict(sorted(owed.items()))


def _places_differ(expect: PlacesExpect, number: int, played: PlayedTable, before: int) -> list[Difference]:
    started = played.happened(HandStarted)[-1]
    turns = [event for event in played.events[before:] if isinstance(event, TurnStarted)]
    got = {
        "button": started.button,
        "sb": started.small_blind,
        "bb": started.big_blind,
        "first_to_act": turns[0].seat if turns else None,
        "dealt": sorted(player.seat for player in started.players),
        "missed": _owed(played.table),
    }
    return [
        *(
            difference
            for what, found in got.items()
            for difference in differing(
                f"hand {number}, {what}", *comparable(what, getattr(expect, what), found)
            )
        ),
        *posts_differ(expect.posts, played.events[before:], f"hand {number}, posts"),
    ]
