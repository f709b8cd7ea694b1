"""Insurance that the player is offered: what it would cover, what it costs, and his words for it."""

from rich.text import Text

from console.table_screen.answer import NoAnswer
from console.table_screen.cards import drawn_cards
from console.table_screen.wishes import Insure
from riverrun.contracts.insurance_views import OfferView, PriceView, QuickCoverView
from riverrun.contracts.views import TableView
from riverrun.kernel.chips import Chips

_NAMES = {"full": "the pot", "even": "break even", "profit": "equal profit"}


def own_offers(view: TableView) -> tuple[OfferView, ...]:
    """What the player is offered and has not answered; the main pot's comes first."""
    hand, you = view.hand, view.you
    if hand is None or you is None or hand.insurance is None:
        return ()
    return tuple(offer for offer in hand.insurance.offers if offer.seat == you.seat)


def pot_in_words(number: int) -> str:
    return f"side pot {number}" if number else "the main pot"


def odds_in_words(price: PriceView) -> str:
    """`3.5 to 1`, cut to two decimals."""
    whole, hundredths = divmod(price.paid * 100 // price.per, 100)
    return f"{whole}.{hundredths:02d}".rstrip("0").rstrip(".") + " to 1"


def percent(bps: int) -> str:
    """Hundredths of a percent as `28.57 %`."""
    return f"{bps // 100}.{bps % 100:02d} %"


def offer_in_words(offer: OfferView) -> Text:
    """The cards to fear, how likely they are, and the price over all of them (R9.11)."""
    against = len(offer.outs) // 2
    insured_ties = f", {len(offer.ties)} insured ties" if offer.ties else ""
    return Text.assemble(
        f"{pot_in_words(offer.pot)} {offer.amount:,}: {against} of {offer.unseen} cards beat you (",
        drawn_cards(offer.outs),
        f"){insured_ties}, {odds_in_words(offer.prices[-1])}, margin {percent(offer.margin_bps)}",
    )


def choices_of(offer: OfferView) -> list[Text]:
    """The quick choices, each with what it would do."""
    most = offer.prices[-1].most
    choices = [_choice(word, choice) for word, choice in _quick(offer).items() if choice is not None]
    bounds = f"cover {max(1, offer.least):,} – {most:,}" + (" (the club's limit)" if offer.capped else "")
    none = f"only the {offer.least:,} that you need for what you owe" if offer.least else "no insurance"
    return [*choices, _key("buy AMOUNT", bounds), _key("n", none)]


def asked_to_insure(view: TableView, ms_left: int) -> list[Text]:
    """The first offer to answer, with its choices; nothing where none is open."""
    offers = own_offers(view)
    if not offers:
        return []
    first = offers[0]
    asks = Text.assemble((f"Insurance ({-(-ms_left // 1000)} s) on ", "bold yellow"), offer_in_words(first))
    return [asks, *choices_of(first)]


def wanted(wish: Insure, view: TableView) -> tuple[OfferView, Chips]:
    """The offer that a wish answers, and how much to cover. Raises `NoAnswer`."""
    offers = own_offers(view)
    if not offers:
        raise NoAnswer("You are offered no insurance.")
    offer = offers[0]
    if isinstance(wish.cover, int):
        return offer, wish.cover
    choice = _quick(offer)[wish.cover]
    if choice is None:
        raise NoAnswer("Even one chip is too much for equal profit here: buy full, buy even, or an amount.")
    return offer, choice.coverage


def _quick(offer: OfferView) -> dict[str, QuickCoverView | None]:
    return {"full": offer.full, "even": offer.break_even, "profit": offer.equal_profit}


def _choice(word: str, choice: QuickCoverView) -> Text:
    return _key(f"buy {word}", f"{_NAMES[word]} ({choice.coverage:,} for {choice.premium:,})")


def _key(key: str, does: str) -> Text:
    return Text.assemble((key, "bold yellow"), f" {does}")
