"""The start of a hand: places, antes, blinds, straddles, posts, and the deal (R2.5, R3)."""

import msgspec

from riverrun.contracts import refusals
from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.table_events import (
    AntePosted,
    BlindKind,
    BlindPosted,
    DealtIn,
    HandStarted,
    HoleCardsDealt,
    PlayStopped,
)
from riverrun.holdem.evolve_hand import begun
from riverrun.holdem.state import Table, seat_at
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import SeatNo
from services.table.decide import betting
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts, NewDeck
from services.table.decide.straddles import straddle_and_deal
from services.table.rules import blinds, runouts, seating
from services.table.rules.blinds import Lineup
from services.table.rules.bomb_pots import boards_of, next_bomb_pot
from services.table.rules.debts import NOTHING_MISSED, Missed, missed_blinds, price_to_come_in
from services.table.rules.straddles import straddle_in_turn


class Post(msgspec.Struct, frozen=True, gc=False):
    """What a seat posts beyond the blinds: live up to a big blind, the rest dead (R3.7, R3.9)."""

    seat: SeatNo
    live: Chips
    dead: Chips = 0


class Straddle(msgspec.Struct, frozen=True, gc=False):
    """A blind straddle and its amount (R3.14)."""

    seat: SeatNo
    amount: Chips


class Extras(msgspec.Struct, frozen=True, gc=False):
    """What is posted in this hand beyond antes and the two blinds."""

    posts: tuple[Post, ...] = ()
    straddles: tuple[Straddle, ...] = ()
    bomb_pot: Chips = 0
    boards: int = 1


NO_EXTRAS = Extras()


def can_start(table: Table) -> bool:
    """Whether at least two could be dealt in."""
    return table.hand is None and len(seating.ready_seats(table).all) >= 2


def start_hand(table: Table, deck: NewDeck, facts: Facts) -> Draft:
    """The next hand of a table, from the places of the last one (R3.4, R3.16)."""
    ready = seating.ready_seats(table)
    draft = Draft(table)
    bomb_pot = next_bomb_pot(table)
    if bomb_pot:
        ready = seating.nobody_posts(table, ready)
    lineup = seating.lineup_after(table, ready)
    extras = Extras(bomb_pot=bomb_pot, boards=boards_of(table, bomb_pot)) if bomb_pot else NO_EXTRAS
    if lineup is None or table.places is None:
        if table.places is not None:
            draft.record(PlayStopped())
        lineup = blinds.fresh_lineup(ready.all, deck.draw)
        deal_onto(draft, lineup, NOTHING_MISSED, extras, deck, facts)
        return draft
    if bomb_pot:
        deal_onto(draft, lineup, NOTHING_MISSED, extras, deck, facts)
        return draft
    missed = missed_blinds(table.places, lineup, ready.absent) if ready.absent else NOTHING_MISSED
    extras = Extras(_posts(table, lineup)) if ready.posting else NO_EXTRAS
    deal_onto(draft, lineup, missed, extras, deck, facts)
    return draft


def _posts(table: Table, lineup: Lineup) -> tuple[Post, ...]:
    """What those post who come in on this hand, but for the one whose big blind it is (R3.7, R3.9)."""
    posts = []
    for number in lineup.seats:
        seat = seat_at(table, number)
        if seat is not None and seat.standing == "waiting" and number != lineup.big_blind:
            live, dead = price_to_come_in(seat, table.config)
            if live or dead:
                posts.append(Post(number, live, dead))
    return tuple(posts)


def deal_hand(
    table: Table, lineup: Lineup, missed: Missed, extras: Extras, deck: NewDeck, facts: Facts
) -> Draft:
    """A hand with these places and posts, up to the first turn. Raises a `Refusal` for a wrong straddle."""
    draft = Draft(table)
    deal_onto(draft, lineup, missed, extras, deck, facts)
    return draft


def deal_onto(
    draft: Draft, lineup: Lineup, missed: Missed, extras: Extras, deck: NewDeck, facts: Facts
) -> None:
    """The same, after what has been recorded already."""
    table = draft.table
    started = _hand_started(table, lineup, missed, extras, deck)
    if extras is NO_EXTRAS and _has_blinds_alone(draft.config):
        _deal_at_once(draft, started, lineup, Facts(facts.now_ms, deck.order))
        return
    draft.record(started)
    _post_all(draft, lineup, extras)
    straddle_and_deal(draft, Facts(facts.now_ms, deck.order))


def _has_blinds_alone(config: TableConfig) -> bool:
    """Whether nothing but the two blinds comes between a hand's start and its cards."""
    return config.ante_mode == "none" and not config.straddles and not config.players_cut


def _deal_at_once(draft: Draft, started: HandStarted, lineup: Lineup, facts: Facts) -> None:
    """Blinds and cards; the table is made once for all of it, not once an event."""
    config = draft.config
    order, dealt_in = lineup.seats, started.players
    blinds = []
    if lineup.small_blind is not None:
        stack, price = dealt_in[order.index(lineup.small_blind)].stack, config.small_blind
        blinds.append(BlindPosted(lineup.small_blind, "sb", price if price <= stack else stack, price))  # noqa: FURB136
    last = order.index(lineup.big_blind)
    stack, price = dealt_in[last].stack, config.big_blind
    blinds.append(BlindPosted(lineup.big_blind, "bb", price if price <= stack else stack, price))  # noqa: FURB136
    cards = HoleCardsDealt(runouts.hole_positions(len(order)))
    draft.take_table(begun(draft.table, started, blinds, cards.positions), (started, *blinds, cards))
    betting.go_on(draft, last, facts)


def _hand_started(table: Table, lineup: Lineup, missed: Missed, extras: Extras, deck: NewDeck) -> HandStarted:
    taken = {seat.seat: seat for seat in table.seats}
    dealt_in = [taken[number] for number in lineup.seats]
    return HandStarted(
        table.hand_number + 1,
        lineup.button,
        None if extras.bomb_pot else lineup.small_blind,
        lineup.big_blind,
        tuple([DealtIn(seat.seat, seat.player, seat.stack) for seat in dealt_in]),
        deck.commitment,
        deck.box,
        deck.key_id,
        lineup.small_blind_place,
        missed.big,
        extras.bomb_pot,
        missed.small,
        extras.boards,
    )


def _post_all(draft: Draft, lineup: Lineup, extras: Extras) -> None:
    config = draft.config
    if extras.bomb_pot:
        for straddle in extras.straddles:
            raise refusals.StraddleNotAllowed(seat=straddle.seat)
        _post_antes(draft, extras.bomb_pot)
        return
    if config.ante_mode == "classic":
        _post_antes(draft, config.ante)
    if lineup.small_blind is not None:
        _post(draft, lineup.small_blind, "sb", config.small_blind)
    _post(draft, lineup.big_blind, "bb", config.big_blind)
    if config.ante_mode == "bb_ante":
        amount = min(config.ante, _stack(draft, lineup.big_blind))
        if amount:
            draft.record(AntePosted(lineup.big_blind, amount, dead=True))
    for post in extras.posts:
        _post_late(draft, post)
    for straddle in extras.straddles:
        allowed = straddle_in_turn(draft.hand, len(lineup.seats))
        if allowed is None or allowed.seat != straddle.seat:
            raise refusals.StraddleNotAllowed(seat=straddle.seat)
        if allowed.price != straddle.amount:
            raise refusals.StraddleAmount(seat=straddle.seat, amount=allowed.price)
        if not allowed.covered:
            raise refusals.StraddleNotAllowed(seat=straddle.seat, amount=allowed.price)
        draft.record(BlindPosted(straddle.seat, "straddle", allowed.amount, allowed.price))


def _post_antes(draft: Draft, ante: Chips) -> None:
    for player in draft.hand.players:
        draft.record(AntePosted(player.seat, min(ante, player.stack)))


def _post(draft: Draft, seat: SeatNo, kind: BlindKind, price: Chips) -> None:
    """A blind sets its full price even when antes left nothing to post it with (R3.5)."""
    if price:
        stack = _stack(draft, seat)
        draft.record(BlindPosted(seat, kind, price if price <= stack else stack, price))  # noqa: FURB136


def _post_late(draft: Draft, post: Post) -> None:
    """A short stack's chips are live up to the big blind, the rest dead (R3.9)."""
    if _stack(draft, post.seat) >= post.live + post.dead:
        _post(draft, post.seat, "dead", post.dead)
        _post(draft, post.seat, "post", post.live)
    else:
        _post(draft, post.seat, "post", post.live)
        _post(draft, post.seat, "dead", min(post.dead, _stack(draft, post.seat)))


def _stack(draft: Draft, seat: SeatNo) -> Chips:
    hand = draft.hand
    return hand.players[hand.seats.index(seat)].stack
