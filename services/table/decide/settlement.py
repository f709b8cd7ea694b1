"""The showdown and the pay-out, hands shown by choice, and the hand's last commit (R5.3-R5.6, R6)."""

from riverrun.contracts import refusals
from riverrun.contracts.table_events import (
    HandMucked,
    HandSealed,
    HandShown,
    PotAwarded,
    RabbitHunted,
    RakeTaken,
    RunsAgreed,
)
from riverrun.holdem.evolve_hand import over
from riverrun.holdem.state import Hand, Over, Showdown, Table, seat_of
from riverrun.kernel.chips import Chips
from riverrun.kernel.identifiers import PlayerId, SeatNo
from services.table.decide import betting, closing, insurance
from services.table.decide.draft import Draft, begin
from services.table.decide.facts import Facts, HandArchive, ShowdownRanks
from services.table.rules import runouts, showdown
from services.table.rules.insurance_sale import is_due


def hunt_rabbit(table: Table, player: PlayerId, hand: int, facts: Facts) -> Draft:
    """After all but one folded, a player looks at what would have come (R7.4). Raises `NoRabbit`."""
    seat, on = seat_of(table, player), table.hand
    if not table.config.rabbit_hunt or seat is None or on is None or on.hand != hand:
        raise refusals.NoRabbit
    if type(on.phase) is not Over or on.phase.ended_by != "fold" or facts.now_ms > on.phase.show_until_ms:
        raise refusals.NoRabbit
    positions = runouts.rest_of_boards(on.boards, on.dealt, table.config.burn_cards)
    if not positions or seat.seat in dict(on.rabbits) or seat.seat not in on.seats:
        raise refusals.NoRabbit
    fee = table.config.rabbit_fee
    if seat.stack < fee:
        raise refusals.NoChips(fee=fee)
    draft = Draft(table)
    draft.record(RabbitHunted(seat.seat, positions, fee))
    return draft


def agree_runs(table: Table, runs: int) -> Draft:
    """The contenders of an all-in run the rest of the board more than once (R7.2)."""
    draft = Draft(table)
    draft.record(RunsAgreed(runs))
    return draft


def deal_runout(table: Table, facts: Facts) -> Draft:
    """The next street of an all-in's run-out."""
    draft = begin(table)
    betting.deal_street(draft, facts)
    return draft


def squeeze(table: Table, player: PlayerId, hand: int, facts: Facts) -> Draft:
    """A contender opens the last card himself: it is timing alone (R6.4). Raises `NotAsked`."""
    on = table.hand
    contends = on is not None and any(one.player == player and not one.folded for one in on.players)
    if on is None or on.hand != hand or not contends or not runouts.is_last_card(on):
        raise refusals.NotAsked
    if is_due(table.config.insurance.offered, on):
        raise refusals.NotAsked
    return deal_runout(table, facts)


def settle(table: Table, ranks: ShowdownRanks, facts: Facts) -> Draft:
    """Show hands in order, pay the pots from the last to the main pot, and end the hand."""
    draft = begin(table)
    hand = draft.hand
    pots = hand.pots
    rakes = closing.pot_rakes(draft, pots)
    paid = showdown.awards(pots, rakes, ranks.boards)
    settled = insurance.accounts(hand, paid, table.config.insurance.premium_on_hit)
    shown = _shown(hand, ranks, paid, facts)
    draft.events.extend(shown)
    won: dict[SeatNo, Chips] = {}
    for number in reversed(range(len(pots))):
        if rakes[number]:
            draft.events.append(RakeTaken(number, rakes[number]))
        for award in paid:
            if award.pot == number:
                seat, amount = award.seat, award.amount
                draft.events.append(PotAwarded(number, seat, amount, award.board, award.rake))
                won[seat] = won.get(seat, 0) + amount
        for account in settled:
            if account.pot == number:
                draft.events.append(account)
                won[account.seat] = won.get(account.seat, 0) - account.to_club
    ended = closing.hand_ended(hand, draft.config, won, "showdown", facts, ranks.ranked_by)
    insured = sum([account.to_club for account in settled])
    draft.take_table(over(table, hand, ended, shown, sum(rakes), insured), (ended,))
    return draft


def _shown(
    hand: Hand, ranks: ShowdownRanks, paid: list[showdown.Award], facts: Facts
) -> list[HandShown | HandMucked]:
    phase = hand.phase
    assert type(phase) is Showdown, "no showdown is due"
    order = showdown.show_order(hand.pots, phase.aggressor)
    tabled = showdown.shown(order, paid)
    turned_up = [player.seat for player in hand.players if player.cards]
    deck, seats, positions = facts.deck, hand.seats, hand.positions
    events: list[HandShown | HandMucked] = []
    for seat in order:
        if seat in tabled or seat in turned_up:
            first, second = positions[seats.index(seat)]
            found = tuple([board[seat] for board in ranks.boards])
            events.append(HandShown(seat, (deck[first], deck[second]), found))
        else:
            events.append(HandMucked(seat))
    return events


def show_cards(table: Table, player: PlayerId, hand: int, which: int | None, facts: Facts) -> Draft:
    """After the hand, a player shows both cards or one (R6.3). Raises `NothingToShow`."""
    draft = Draft(table)
    seat = seat_of(table, player)
    on = table.hand
    if (
        seat is None
        or on is None
        or on.hand != hand
        or type(on.phase) is not Over
        or on.phase.ended_by == "void"
    ):
        raise refusals.NothingToShow
    if facts.now_ms > on.phase.show_until_ms or which not in (None, 0, 1):
        raise refusals.NothingToShow
    cards = closing.hole_cards(on, facts).get(seat.seat)
    if cards is None:
        raise refusals.NothingToShow
    before = next(one.cards for one in on.players if one.seat == seat.seat)
    shown = cards if which is None else tuple(c for c in cards if c in before or c == cards[which])
    if shown == before:
        raise refusals.NothingToShow
    draft.record(HandShown(seat.seat, shown, chosen=True))
    return draft


def seal_hand(table: Table, archive: HandArchive) -> Draft:
    """The hand's last event: proofs for what was dealt (R11.4)."""
    draft = Draft(table)
    draft.record(HandSealed(draft.hand.hand, archive.leaves, archive.public, archive.private))
    return draft
