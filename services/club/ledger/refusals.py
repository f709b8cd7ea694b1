"""What a ledger says no to, each with a stable code and the numbers that explain it."""

from typing import Any, ClassVar


class Refused(Exception):
    """Nothing was recorded. `details` are what a client needs to say why."""

    code: ClassVar[str]
    codes: ClassVar[dict[str, type["Refused"]]] = {}

    def __init__(self, **details: Any) -> None:
        super().__init__(self.code, details)
        self.details = details

    def __init_subclass__(cls) -> None:
        assert cls.code not in Refused.codes, f"two refusals have the code {cls.code}"
        Refused.codes[cls.code] = cls


class NotEnoughChips(Refused):
    """The account would go below its limit: `balance`, `limit`."""

    code = "not_enough_chips"


class NoAmount(Refused):
    """A transfer moves at least one chip: `amount`."""

    code = "no_amount"


class AmountTooLarge(Refused):
    """More chips than a ledger counts: `most`."""

    code = "amount_too_large"


class UnknownAccount(Refused):
    """There is no such account: `account`."""

    code = "unknown_account"


class SameAccount(Refused):
    """A transfer goes from one account to another."""

    code = "same_account"


class TransferIdReused(Refused):
    """Another transfer has this id: `transfer`."""

    code = "transfer_id_reused"


class OnlyInPlayClubs(Refused):
    """Chips are granted and taken back in clubs that play for play chips."""

    code = "only_in_play_clubs"


class ReasonMissing(Refused):
    """This is done with a reason in words."""

    code = "reason_missing"


class SecondPersonNeeded(Refused):
    """Who proposed an adjustment cannot approve it."""

    code = "second_person_needed"


class UnknownAdjustment(Refused):
    """No such adjustment waits: `adjustment`."""

    code = "unknown_adjustment"


class CreditBelowBalance(Refused):
    """The account owes more than that limit allows: `balance`."""

    code = "credit_below_balance"


class PeriodSettledBefore(Refused):
    """That period is closed: `period`."""

    code = "period_settled"


class LedgerExists(Refused):
    """The club has its books."""

    code = "ledger_exists"


class UnknownLedger(Refused):
    """The club has no books: `club`."""

    code = "unknown_ledger"
