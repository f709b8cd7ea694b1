"""What somebody did in a step of a finished hand, in words."""

from services.history.hands.told_hand import Step

_DID = {
    "ante": "antes",
    "bb_ante": "antes for the table",
    "sb": "posts the small blind",
    "bb": "posts the big blind",
    "straddle": "straddles for",
    "post": "posts",
    "dead": "posts, dead,",
    "fold": "folds",
    "check": "checks",
    "call": "calls",
    "bet": "bets",
    "award": "wins",
    "turned_up": "turns up",
    "shown": "shows",
    "chosen": "shows",
    "mucked": "mucks",
    "rabbit": "hunts the rabbit",
    "insurance_refused": "takes no insurance",
}


def step_words(step: Step) -> str:
    """Without who did it, and without the cards."""
    match step.kind:
        case "raise":
            return f"raises to {step.to:,}"
        case "uncalled":
            return f"takes {step.amount:,} back uncalled"
        case "insurance_offered":
            return f"is offered insurance on a pot of {step.amount:,}"
        case "insurance_bought":
            return f"insures {step.amount:,} for {step.to:,}"
        case "insurance_settled":
            return f"is paid {step.amount:,} by the insurance, less {step.to:,} of premiums"
        case kind:
            return _DID.get(kind, kind.replace("_", " ")) + (f" {step.amount:,}" if step.amount else "")
