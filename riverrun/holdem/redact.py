"""What a viewer may see of an event: everything public, his own cards and wishes, nothing else (R1.6)."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from riverrun.contracts.table_events import (
    TOPICS,
    ActionPreset,
    AutoTopUpSet,
    BettingClosed,
    BoardDealt,
    BuyInConfirmed,
    BuyInRefused,
    BuyInReserved,
    CardOpening,
    CutAsked,
    CutCommitted,
    CutTold,
    DeckCut,
    EquitiesChanged,
    Equity,
    HandEnded,
    HandSealed,
    HandShown,
    HandStarted,
    HandsTurnedUp,
    HandVoided,
    HoleCardsDealt,
    InsuranceBought,
    InsuranceNotOffered,
    InsuranceOffered,
    InsuranceRefused,
    LeaveQueued,
    PlayerCalled,
    PlayerChecked,
    PlayerDismissed,
    PlayerFolded,
    PlayerStoodUp,
    RabbitHunted,
    RunItPreferred,
    RunsAnswered,
    SeatChangeQueued,
    SitOutAtBigBlindSet,
    SitOutQueued,
    StraddlePreferred,
    TableCarriedOn,
    TableEvent,
    TableHosted,
    TableRolled,
    TopUpQueued,
)
from riverrun.contracts.views import EventView
from riverrun.holdem.insurance_view import cover_view, offer_view
from riverrun.kernel.cards import Cards, text_of
from riverrun.kernel.identifiers import SeatNo


class Viewer(msgspec.Struct, frozen=True):
    """Who looks: his seat, and of the hand on the table his own cards and what proves them.

    Nobody: the public.
    """

    seat: SeatNo | None = None
    cards: Cards = ()
    openings: tuple[CardOpening, ...] = ()
    rabbit: Cards = ()


PUBLIC = Viewer()

_NAMES: dict[type[Any], str] = {event: topic for topic, event in TOPICS.items()}
_SECRET = (
    ActionPreset,
    TopUpQueued,
    SitOutQueued,
    LeaveQueued,
    PlayerDismissed,
    BuyInReserved,
    BuyInRefused,
    RunItPreferred,
    AutoTopUpSet,
    RunsAnswered,
    SeatChangeQueued,
    SitOutAtBigBlindSet,
    StraddlePreferred,
    CutCommitted,
    CutTold,
)
_ANSWERED = (PlayerFolded, PlayerChecked, PlayerCalled, InsuranceRefused)
_OWN_CAUSES = ("absence", "preset")
_WITHOUT_TRANSFER = (BuyInReserved, BuyInConfirmed, BuyInRefused, PlayerStoodUp)


def is_personal(event: TableEvent) -> bool:
    """Whether viewers see different things of this event, or only one of them sees it at all."""
    kind = type(event)
    if kind in _ANSWERED:
        return event.cause in _OWN_CAUSES  # type: ignore[union-attr]
    return kind in _SECRET or kind in (HoleCardsDealt, HandSealed, RabbitHunted)


def redact(event: TableEvent, viewer: Viewer) -> EventView | None:
    """The event as the viewer sees it, cards as text; None where he sees nothing of it."""
    kind = type(event)
    if kind in _SECRET and event.seat != viewer.seat:  # type: ignore[union-attr]
        return None
    shape = _SHAPES.get(kind, _plain)
    return {"type": _NAMES[kind], **shape(event, viewer)}


def _plain(event: Any, _: Viewer) -> EventView:
    fields: EventView = msgspec.structs.asdict(event)
    if type(event) in _WITHOUT_TRANSFER:
        del fields["transfer"]
    return fields


def _answered(
    event: PlayerFolded | PlayerChecked | PlayerCalled | InsuranceRefused, viewer: Viewer
) -> EventView:
    """That a player is on his way out, or had set it in advance, is his secret."""
    hidden = event.cause in _OWN_CAUSES and event.seat != viewer.seat
    return {**_plain(event, PUBLIC), "cause": "player" if hidden else event.cause}


def _hand_started(event: HandStarted, _: Viewer) -> EventView:
    fields = _plain(event, PUBLIC)
    del fields["deck_box"], fields["key_id"]
    fields["commitment"] = event.commitment.hex()
    fields["players"] = [msgspec.structs.asdict(player) for player in event.players]
    return fields


def _hole_cards_dealt(event: HoleCardsDealt, viewer: Viewer) -> EventView:
    return {"positions": event.positions, "cards": text_of(viewer.cards)}


def _board_dealt(event: BoardDealt, _: Viewer) -> EventView:
    return {**_plain(event, PUBLIC), "cards": text_of(event.cards)}


def _betting_closed(event: BettingClosed, _: Viewer) -> EventView:
    pots = [{"amount": pot.amount, "contenders": pot.contenders} for pot in event.pots]
    return {"pots": pots, "all_in": event.all_in}


def _hand_ended(event: HandEnded, _: Viewer) -> EventView:
    stacks = [{"seat": seat, "stack": stack} for seat, stack in event.stacks]
    return {**_plain(event, PUBLIC), "stacks": stacks}


def _hand_voided(event: HandVoided, _: Viewer) -> EventView:
    returned = [{"seat": seat, "amount": amount} for seat, amount in event.returned]
    return {"returned": returned, "reason": event.reason}


def _hands_turned_up(event: HandsTurnedUp, _: Viewer) -> EventView:
    hands = [{"seat": seat, "cards": text_of(cards)} for seat, cards in event.hands]
    return {"hands": hands, "equities": _equities(event.equities)}


def _equities_changed(event: EquitiesChanged, _: Viewer) -> EventView:
    return {"equities": _equities(event.equities)}


def _equities(equities: Iterable[Equity]) -> list[EventView]:
    return [
        {
            "pot": one.pot,
            "board": one.board,
            "ways": one.ways,
            "shares": [{"seat": seat, "share": share} for seat, share in one.shares],
        }
        for one in equities
    ]


def _hand_shown(event: HandShown, _: Viewer) -> EventView:
    return {**_plain(event, PUBLIC), "cards": text_of(event.cards)}


def _insurance_offered(event: InsuranceOffered, _: Viewer) -> EventView:
    """What the club holds for it is the club's own affair."""
    offers = [msgspec.to_builtins(offer_view(offer)) for offer in event.offers]
    return {
        "street": event.street,
        "offers": offers,
        "deadline_ms": event.deadline_ms,
        "without": _without(event),
    }


def _insurance_not_offered(event: InsuranceNotOffered, _: Viewer) -> EventView:
    return {**_plain(event, PUBLIC), "without": _without(event)}


def _without(event: InsuranceOffered | InsuranceNotOffered) -> list[EventView]:
    return [msgspec.structs.asdict(pot) for pot in event.without]


def _insurance_bought(event: InsuranceBought, _: Viewer) -> EventView:
    return {"cover": msgspec.to_builtins(cover_view(event.cover)), "carried": event.carried}


def _table_hosted(_: TableHosted, __: Viewer) -> EventView:
    """Which process hosts the table is nobody's business; that it is another one explains a pause."""
    return {}


def _table_rolled(event: TableRolled, _: Viewer) -> EventView:
    """Where the game goes on; what is carried there each viewer sees in his own way."""
    return {"successor": event.successor}


def _table_carried_on(event: TableCarriedOn, _: Viewer) -> EventView:
    return {"predecessor": event.predecessor}


def _cut_committed(event: CutCommitted, _: Viewer) -> EventView:
    return {**_plain(event, PUBLIC), "commitment": event.commitment.hex()}


def _cut_asked(event: CutAsked, _: Viewer) -> EventView:
    cutters = [{"seat": one.seat, "commitment": one.commitment.hex()} for one in event.cutters]
    return {"cutters": cutters, "deadline_ms": event.deadline_ms}


def _cut_told(event: CutTold, _: Viewer) -> EventView:
    return {**_plain(event, PUBLIC), "nonce": event.nonce.hex()}


def _deck_cut(event: DeckCut, _: Viewer) -> EventView:
    """Everybody may work the cut out himself; which card lies where it does not tell."""
    cutters = [
        {"seat": one.seat, "commitment": one.commitment.hex(), "nonce": one.nonce.hex()}
        for one in event.cutters
    ]
    return {"cutters": cutters, "places": list(event.places)}


def _rabbit_hunted(event: RabbitHunted, viewer: Viewer) -> EventView:
    """The cards that would have come, with their proofs, for who asked."""
    seen = viewer.rabbit if viewer.seat == event.seat else ()
    openings = [_opening(one) for one in viewer.openings if one.card in seen]
    return {**_plain(event, PUBLIC), "cards": text_of(seen), "openings": openings}


def _opening(one: CardOpening) -> EventView:
    return {"position": one.position, "card": text_of((one.card,)), "salt": one.salt.hex()}


def _hand_sealed(event: HandSealed, viewer: Viewer) -> EventView:
    """The proofs of public cards, and of the viewer's own."""
    known = {opening.position: opening for opening in (*event.public, *viewer.openings)}
    return {
        "hand": event.hand,
        "leaves": event.leaves.hex(),
        "openings": [_opening(one) for _, one in sorted(known.items())],
    }


_SHAPES: dict[type[Any], Callable[[Any, Viewer], EventView]] = {
    HandStarted: _hand_started,
    HoleCardsDealt: _hole_cards_dealt,
    BoardDealt: _board_dealt,
    BettingClosed: _betting_closed,
    HandVoided: _hand_voided,
    HandEnded: _hand_ended,
    HandsTurnedUp: _hands_turned_up,
    EquitiesChanged: _equities_changed,
    HandShown: _hand_shown,
    HandSealed: _hand_sealed,
    RabbitHunted: _rabbit_hunted,
    TableHosted: _table_hosted,
    TableRolled: _table_rolled,
    TableCarriedOn: _table_carried_on,
    CutCommitted: _cut_committed,
    CutAsked: _cut_asked,
    CutTold: _cut_told,
    DeckCut: _deck_cut,
    PlayerFolded: _answered,
    PlayerChecked: _answered,
    PlayerCalled: _answered,
    InsuranceOffered: _insurance_offered,
    InsuranceNotOffered: _insurance_not_offered,
    InsuranceBought: _insurance_bought,
    InsuranceRefused: _answered,
}
