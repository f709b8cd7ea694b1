"""The players' cut at the table: committed to a hand ahead, told before the cards, and then made (R11.4)."""

from riverrun.contracts import refusals
from riverrun.contracts.table_commands import CommitCut, TellCut
from riverrun.contracts.table_events import CutAsked, CutCommitment, CutCommitted, CutNonce, CutTold, DeckCut
from riverrun.holdem.state import Cut, Cutting, Table, seat_of
from riverrun.kernel.cut import cut_commitment, cut_places
from riverrun.kernel.identifiers import PlayerId
from services.table.decide.draft import Draft
from services.table.decide.facts import Facts
from services.table.decide.hole_cards import deal_hole_cards
from services.table.rules.cuts import barred_until, cutters_of


def cut_and_deal(draft: Draft, facts: Facts) -> None:
    """Blinds are posted: who committed to a nonce is asked for it; where nobody did, the cards come."""
    cutters = cutters_of(draft.table, draft.hand) if draft.config.players_cut else ()
    if not cutters:
        deal_hole_cards(draft, facts)
        return
    commitments = tuple([CutCommitment(one.seat, one.commitment) for one in cutters])
    draft.record(CutAsked(commitments, facts.now_ms + draft.config.clocks.cut_ms))


def commit(table: Table, player: PlayerId, command: CommitCut) -> Draft:
    """For the next hand; until that begins a new commitment takes the old one's place.

    Raises `NotSeated`, `CutClosed`, `CutBarred`.
    """
    seat = seat_of(table, player)
    if seat is None:
        raise refusals.NotSeated
    following = table.hand_number + 1
    if not table.config.players_cut or command.hand != following:
        raise refusals.CutClosed(hand=following if table.config.players_cut else 0)
    barred = barred_until(seat.cut)
    if barred >= following:
        raise refusals.CutBarred(hand=barred)
    commitment = bytes.fromhex(command.commitment)
    draft = Draft(table)
    if seat.cut is None or (seat.cut.hand, seat.cut.commitment) != (following, commitment):
        draft.record(CutCommitted(seat.seat, following, commitment))
    return draft


def tell(table: Table, player: PlayerId, command: TellCut, facts: Facts) -> Draft:
    """A player's nonce; with the last one the deck is cut. Raises `NotAsked`, `WrongNonce`."""
    hand, seat = table.hand, seat_of(table, player)
    if hand is None or type(hand.phase) is not Cutting or hand.hand != command.hand or seat is None:
        raise refusals.NotAsked
    assert hand.cut is not None, "nobody cuts the deck"
    own = next((one for one in hand.cut.cutters if one.seat == seat.seat), None)
    if own is None or own.nonce:
        raise refusals.NotAsked
    nonce = bytes.fromhex(command.nonce)
    if cut_commitment(table.table, hand.hand, player, nonce) != own.commitment:
        raise refusals.WrongNonce
    draft = Draft(table)
    draft.record(CutTold(seat.seat, nonce))
    assert draft.hand.cut is not None
    if all(one.nonce for one in draft.hand.cut.cutters):
        _make(draft, draft.hand.cut, facts)
    return draft


def time_out(table: Table, facts: Facts) -> Draft:
    """Who has not told his nonce is left out, which everybody sees; the others cut the deck."""
    draft = Draft(table)
    assert draft.hand.cut is not None, "nobody cuts the deck"
    _make(draft, draft.hand.cut, facts)
    return draft


def _make(draft: Draft, cut: Cut, facts: Facts) -> None:
    hand = draft.hand
    told = [(one.seat, one.nonce) for one in cut.cutters if one.nonce]
    places = cut_places(draft.table.table, hand.hand, hand.commitment, told) if told else ()
    nonces = tuple([CutNonce(one.seat, one.commitment, one.nonce) for one in cut.cutters])
    draft.record(DeckCut(nonces, bytes(places)))
    order = tuple([facts.deck[place] for place in places]) if places else facts.deck
    deal_hole_cards(draft, Facts(facts.now_ms, order))
