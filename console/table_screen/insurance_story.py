"""Insurance in a player's words: what is offered to whom, bought, refused, and paid."""

from collections.abc import Callable

from rich.text import Text

from console.table_screen.insuring import pot_in_words
from console.table_screen.told import Told
from riverrun.contracts.views import EventView


def _offered(told: Told, event: EventView) -> str:
    """What is offered to the player himself is shown with its prices where he is asked."""
    return "; ".join(
        [
            f"{told.does(one['seat'], 'are offered', 'is offered')} insurance on {pot_in_words(one['pot'])}"
            for one in event["offers"]
        ]
    )


def _bought(told: Told, event: EventView) -> str:
    cover, pot = event["cover"], pot_in_words(event["cover"]["pot"])
    what = f"{cover['coverage']:,} of {pot} for {cover['premium']:,}"
    if event["carried"]:
        return f"{told.does(cover['seat'], 'are', 'is')} covered for what is owed: {what}"
    return f"{told.does(cover['seat'], 'insure')} {what}"


def _refused(told: Told, event: EventView) -> str:
    why = {"clock": ": time ran out", "absence": " on the way out"}.get(event["cause"], "")
    return f"{told.does(event['seat'], 'take')} no insurance on {pot_in_words(event['pot'])}{why}"


def _settled(told: Told, event: EventView) -> Text | None:
    parts = [
        f"{told.does(event['seat'], 'get')} {event['paid']:,} from the insurance" if event["paid"] else "",
        f"{told.does(event['seat'], 'pay')} a premium of {event['taken']:,}" if event["taken"] else "",
    ]
    line = ", ".join(part for part in parts if part)
    return Text(line, "bold yellow") if line else None


TELLERS: dict[str, Callable[[Told, EventView], Text | str | None]] = {
    "hand.insurance_offered": _offered,
    "hand.insurance_bought": _bought,
    "hand.insurance_refused": _refused,
    "hand.insurance_settled": _settled,
}
