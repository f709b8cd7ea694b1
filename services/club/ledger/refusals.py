"""What a ledger says no to, each with a stable code and the numbers that explain it."""

from riverrun.contracts.refusals import Refusal


class NotEnoughChips(Refusal):
    """The account would go below its limit: `balance`, `limit`."""

    code = "not_enough_chips"
    text = "the account does not hold so many chips"


class NoAmount(Refusal):
    """A transfer moves at least one chip: `amount`."""

    code = "no_amount"
    text = "a transfer moves at least one chip"


class AmountTooLarge(Refusal):
    """More chips than a ledger counts: `most`."""

    code = "amount_too_large"
    text = "more chips than are allowed"


class UnknownAccount(Refusal):
    """There is no such account: `account`."""

    code = "unknown_account"
    text = "there is no such account"


class SameAccount(Refusal):
    """A transfer goes from one account to another."""

    code = "same_account"
    text = "a transfer goes from one account to another"


class TransferIdReused(Refusal):
    """Another transfer has this id: `transfer`."""

    code = "transfer_id_reused"
    text = "another transfer has this id"


class OnlyInPlayClubs(Refusal):
    """Chips are granted and taken back in play clubs only (R13.3)."""

    code = "only_in_play_clubs"
    text = "chips are granted in clubs that play for play chips"


class ReasonMissing(Refusal):
    """An entry of this kind carries a reason."""

    code = "reason_missing"
    text = "this is done with a reason in words"


class SecondPersonNeeded(Refusal):
    """Nobody approves an adjustment that he proposed, or gives himself credit."""

    code = "second_person_needed"
    text = "another person has to do this"


class UnknownAdjustment(Refusal):
    """No such adjustment waits: `adjustment`."""

    code = "unknown_adjustment"
    text = "no such adjustment waits"


class CreditBelowBalance(Refusal):
    """The account owes more than that limit allows: `balance`."""

    code = "credit_below_balance"
    text = "the account owes more than that"


class UnknownPeriod(Refusal):
    """No period of that name is closed: `period`."""

    code = "unknown_period"
    text = "no period of that name is closed"


class ExposureOver(Refusal):
    """The table has gone on without waiting for the answer: `table`, `hand`."""

    code = "exposure_over"
    text = "the hand has gone on"


class ExposureOpen(Refusal):
    """What an earlier hand of the table paid is not in the account yet: `table`, `hand`."""

    code = "exposure_open"
    text = "an earlier hand of the table is not settled in the ledger yet"


class LedgerExists(Refusal):
    """The club has its books, of the other kind."""

    code = "ledger_exists"
    text = "the club has its books"


class UnknownLedger(Refusal):
    """The club has no books: `club`."""

    code = "unknown_ledger"
    text = "the club has no books"
