"""What happened to seats in a player's words: who comes, goes, rests, and brings chips."""

from collections.abc import Callable

from console.table_screen.told import Told
from riverrun.contracts.views import EventView


def _sat_down(told: Told, event: EventView) -> str:
    return f"{told.does(event['seat'], 'take')} seat {event['seat']}"


def _bought_in(told: Told, event: EventView) -> str:
    return f"{told.does(event['seat'], 'bring')} {event['amount']:,} to the table"


_WHY_NO_CHIPS = {
    "": "the account would not pay",
    "not_enough_chips": "your account at the club does not hold that many",
    "not_a_member": "you are no member of this table's club",
    "banned_from_club": "this table's club does not let you in",
    "too_many_clubs": "you belong to as many clubs as this house allows",
    "excluded": "you asked to be let in nowhere",
    "loss_limit_reached": "you could lose more than you allowed yourself",
    "time_limit_reached": "you have played as long as you allowed yourself",
}


def _refused(_: Told, event: EventView) -> str:
    reason = event.get("reason") or ""
    return f"No chips came: {_WHY_NO_CHIPS.get(reason, reason)}"


def _top_up_queued(_: Told, event: EventView) -> str:
    if event["amount"]:
        return f"{event['amount']:,} will be added after this hand"
    return "No chips will be added after this hand"


def _sit_out_queued(_: Told, event: EventView) -> str:
    return "You sit out after this hand" if event.get("queued", True) else "You stay in after this hand"


def _leave_queued(_: Told, __: EventView) -> str:
    return "You leave after this hand"


def _dismissed(_: Told, event: EventView) -> str:
    why = {
        "excluded": ": you asked to be let in nowhere",
        "not_a_member": ": you are no member of its club any more",
        "loss_limit_reached": ": you have lost what you allowed yourself",
        "time_limit_reached": ": you have played as long as you allowed yourself",
    }
    return "You leave the table after this hand" + why.get(event["reason"], "")


def _sat_out(told: Told, event: EventView) -> str:
    seat = event["seat"]
    match event["reason"]:
        case "no_chips":
            return f"{told.does(seat, 'have', 'has')} no chips left"
        case "time_outs":
            return f"{told.does(seat, 'sit')} out: time ran out too often"
        case "disconnected":
            return f"{told.does(seat, 'sit')} out: the connection is gone"
        case _:
            return f"{told.does(seat, 'sit')} out"


def _came_back(told: Told, event: EventView) -> str:
    waits = ", and waits for the big blind" if event["waits"] and not event.get("posts") else ""
    if event["seat"] == told.own:
        return "You are back" + waits.replace("waits", "wait")
    return f"{told.name(event['seat'])} is back{waits}"


def _stood_up(told: Told, event: EventView) -> str:
    return f"{told.does(event['seat'], 'leave')} with {event['amount']:,}"


def _takes_time(told: Told, event: EventView) -> str:
    return (
        f"{told.does(event['seat'], 'take')} time from the bank: {event['left_ms'] // 1000} s are left in it"
    )


def _disconnected(told: Told, event: EventView) -> str:
    return f"{told.does(event['seat'], 'are', 'is')} disconnected"


def _reconnected(told: Told, event: EventView) -> str:
    return f"{told.does(event['seat'], 'are', 'is')} connected again"


def _extra_time(told: Told, event: EventView) -> str:
    return f"{told.does(event['seat'], 'get')} extra time for the lost connection"


def _moved(told: Told, event: EventView) -> str:
    waits = f", and must wait for {event['hands']} hands" if event["hands"] else ""
    return f"{told.does(event['to'], 'move')} to seat {event['to']}{waits}"


def _stopped(_: Told, __: EventView) -> str:
    return "Play stops until two can be dealt in"


TELLERS: dict[str, Callable[[Told, EventView], str]] = {
    "table.player_sat_down": _sat_down,
    "table.buy_in_confirmed": _bought_in,
    "table.buy_in_refused": _refused,
    "table.top_up_queued": _top_up_queued,
    "table.sit_out_queued": _sit_out_queued,
    "table.leave_queued": _leave_queued,
    "table.player_dismissed": _dismissed,
    "table.player_sat_out": _sat_out,
    "table.player_came_back": _came_back,
    "table.player_stood_up": _stood_up,
    "table.seat_changed": _moved,
    "table.play_stopped": _stopped,
    "hand.time_bank_started": _takes_time,
    "table.player_disconnected": _disconnected,
    "table.player_reconnected": _reconnected,
    "hand.extra_time_granted": _extra_time,
}
