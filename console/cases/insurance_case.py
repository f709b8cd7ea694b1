"""Cases of types `insurance` and `insurance_sequence`: what is offered, bought and settled (R9)."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from msgspec import UNSET
from msgspec.structs import asdict

from console.cases.insurance_shapes import InsuranceCase, InsuranceExpect, Ledger, SequenceCase
from console.cases.insured_pot import InsuredPot
from console.cases.verdict import Difference, differing
from riverrun.contracts.table_events import Cover, InsuranceSettled
from riverrun.kernel.cards import TEXTS, Card, Cards, cards
from services.insurance.pricing.quote import NoOffer, Offer, PotQuote
from services.insurance.pricing.terms import Terms
from services.table.rules.insurance import is_hit
from services.table.rules.insurance_sale import bought, insured_street, unanswered, why_not

_NEXT_STREET = {"flop": "turn", "turn": "river"}


def insure_street(case: InsuranceCase) -> list[Difference]:
    """Quote one street, buy what the case buys, and settle when its card has come."""
    pot = InsuredPot(case.pot, {seat: cards(hand) for seat, hand in case.players.items()})
    board = cards(case.board)
    quoted = pot.quote(board)
    got = _offered(quoted, board)
    if case.coverage is not None and isinstance(quoted, Offer):
        got |= _sold(pot, quoted, board, case.coverage, cards(case.next_card))
    return _compare("", case.expect, got)


def insure_both_streets(case: SequenceCase) -> list[Difference]:
    """Quote and buy on the flop and on the turn, and settle the whole hand."""
    pot = InsuredPot(case.pot, {seat: cards(hand) for seat, hand in case.players.items()})
    flop, (turn, river) = cards(case.flop), cards(case.turn + case.river)
    # Cases have no word for carry-over: one that expects a premium for nothing bought means it (R9.8).
    carry = not case.buy_turn and case.expect.turn.premium not in (UNSET, 0)
    covers: list[Cover] = []
    found: list[Difference] = []
    for board, coming, wanted, expect in (
        (flop, turn, case.buy_flop, case.expect.flop),
        ((*flop, turn), river, case.buy_turn, case.expect.turn),
    ):
        quoted = pot.quote(board, covers, Terms(carry=carry))
        got = _offered(quoted, board)
        cover = _bought(pot, quoted, board, wanted)
        if cover is not None:
            covers.append(cover)
            (alone,) = pot.settle([cover], (*board, coming), "returned")
            got |= {"premium": cover.premium, "result": _result(quoted, cover, coming), "payout": alone.paid}
        found += _compare(f"{insured_street(board)}, ", expect, got)
    return found + _whole_hand_differs(case, pot, covers, (*flop, turn, river))


def _whole_hand_differs(
    case: SequenceCase, pot: InsuredPot, covers: list[Cover], board: Cards
) -> list[Difference]:
    expect = case.expect
    house = _to_club(pot.settle(covers, board, "returned"))
    kept = _to_club(pot.settle(covers, board, "kept"))
    winners = [seat for _, seat in pot.won(board)]
    pot_to: Any = winners if isinstance(expect.pot_to, list) else winners[0]
    return [
        *differing("house_net", expect.house_net, house),
        *differing("favourite_insurance_net", expect.favourite_insurance_net, -house),
        *differing("net if premium kept", expect.favourite_insurance_net_if_premium_kept, -kept),
        *differing("pot_to", expect.pot_to, pot_to),
    ]


def _offered(quoted: PotQuote, board: Cards) -> dict[str, Any]:
    """What the quote says, in the case's words."""
    street = insured_street(board)
    got: dict[str, Any] = {"street": street, "covers": _NEXT_STREET.get(street or "")}
    if quoted.found is not None:
        got |= {
            "favourite": quoted.found.favourite,
            "outs": _texts(quoted.found.outs),
            "outs_count": len(quoted.found.outs),
            "tie_outs": _texts(tie.card for tie in quoted.found.ties),
        }
    if isinstance(quoted, NoOffer):
        return {"favourite": None, **got, "unseen": quoted.unseen, "offered": False, "reason": quoted.reason}
    return got | {
        "unseen": quoted.found.unseen,
        "offered": True,
        "reason": None,
        "odds": quoted.price.odds,
        "max_coverage": quoted.price.most,
    }


def _bought(pot: InsuredPot, quoted: PotQuote, board: Cards, coverage: int | None) -> Cover | None:
    """The cover that is bought or holds anyway; None: no offer, or refused. Raises `ValueError`."""
    if isinstance(quoted, NoOffer):
        return None
    offer = pot.offer(board, quoted)
    if not coverage:
        return unanswered(offer)
    if reason := why_not(offer, offer.seat, coverage):
        raise ValueError(f"coverage {coverage} is refused: {reason}")
    return bought(offer, coverage)


def _sold(pot: InsuredPot, quoted: Offer, board: Cards, coverage: int, coming: Cards) -> dict[str, Any]:
    """The cover's premium and, once a card has come, its result."""
    cover = _bought(pot, quoted, board, coverage)
    assert cover is not None
    got: dict[str, Any] = {"premium": cover.premium}
    if not coming:
        return got
    (settled,) = pot.settle([cover], (*board, *coming), "returned")
    kept = pot.settle([cover], (*board, *coming), "kept")
    return got | {
        "result": _result(quoted, cover, coming[0]),
        "payout": settled.paid,
        "ledger": Ledger(-settled.taken, settled.paid, settled.to_club),
        "favourite_insurance_net": -settled.to_club,
        "favourite_insurance_net_if_premium_kept": -_to_club(kept),
    }


def _result(quoted: PotQuote, cover: Cover, card: Card) -> str:
    if is_hit(cover, card):
        return "hit"
    assert quoted.found is not None, "a cover without a favourite"
    return "tie" if card in [tie.card for tie in quoted.found.ties] else "miss"


def _to_club(settled: Iterable[InsuranceSettled]) -> int:
    return sum(one.to_club for one in settled)


def _texts(some: Iterable[Card]) -> list[str]:
    return sorted(TEXTS[card] for card in some)


def _compare(where: str, expect: InsuranceExpect, got: dict[str, Any]) -> list[Difference]:
    """What the case asserts and the service does not say is a difference too."""
    found: list[Difference] = []
    for what, expected in asdict(expect).items():
        if expected is UNSET:
            continue
        if what in ("outs", "tie_outs"):
            expected = sorted(expected)
        if what == "odds" and expected is not None and got.get("odds") == Fraction(expected):
            continue
        found += differing(where + what, expected, _plain(got.get(what)))
    return found


def _plain(value: Any) -> Any:
    return str(value) if isinstance(value, Fraction) else value
