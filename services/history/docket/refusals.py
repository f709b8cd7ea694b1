"""What review says no to, with a stable code."""

from riverrun.contracts.refusals import Refusal


class UnknownFinding(Refusal):
    """In these hands nothing of the kind is found, or not any more."""

    code = "unknown_finding"
    text = "nothing of the kind is found in these hands"
