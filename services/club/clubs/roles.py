"""What each role of a club may do: the one table that calls, documents and tests go by."""

from typing import Literal, TypeAlias

Role: TypeAlias = Literal["owner", "manager", "agent", "member"]
Standing: TypeAlias = Role | Literal["stranger"]
"""A role, or that of who is no member."""

OWNER: frozenset[Standing] = frozenset({"owner"})
MANAGERS: frozenset[Standing] = frozenset({"owner", "manager"})
AGENTS: frozenset[Standing] = frozenset({*MANAGERS, "agent"})
"""An agent sees his own members' part of it."""
MEMBERS: frozenset[Standing] = frozenset({"owner", "manager", "agent", "member"})
ANYONE: frozenset[Standing] = frozenset({*MEMBERS, "stranger"})

MAY: dict[str, frozenset[Standing]] = {
    "Clubs.Found": ANYONE,
    "Clubs.Mine": ANYONE,
    "Clubs.AskToJoin": ANYONE,
    "Clubs.Show": MEMBERS,
    "Clubs.LookInto": MEMBERS,
    "Clubs.Acquainted": ANYONE,
    "Clubs.Leave": MEMBERS,
    "Clubs.Members": AGENTS,
    "Clubs.AnswerJoin": MANAGERS,
    "Clubs.Remove": MANAGERS,
    "Clubs.Ban": MANAGERS,
    "Clubs.LiftBan": MANAGERS,
    "Clubs.ChangeCode": MANAGERS,
    "Clubs.AssignAgent": MANAGERS,
    "Clubs.SetAgentTerms": OWNER,
    "Clubs.GiveRole": OWNER,
    "Clubs.SetLimits": OWNER,
    "Clubs.SaveTemplate": MANAGERS,
    "Clubs.DropTemplate": MANAGERS,
    "Clubs.OpenTable": MANAGERS,
    "Clubs.RuleTable": MANAGERS,
    "Clubs.ReviewPlay": MANAGERS,
    "Ledger.Balance": MEMBERS,
    "Ledger.Accounts": MANAGERS,
    "Ledger.Statement": MEMBERS,
    "Ledger.Grant": MANAGERS,
    "Ledger.TakeBack": MANAGERS,
    "Ledger.SetCredit": OWNER,
    "Ledger.ProposeAdjustment": MANAGERS,
    "Ledger.ApproveAdjustment": MANAGERS,
    "Ledger.DropAdjustment": MANAGERS,
    "Ledger.Adjustments": MANAGERS,
    "Ledger.Settle": OWNER,
    "Ledger.Settlements": AGENTS,
    "Ledger.Settlement": AGENTS,
    "Ledger.Collect": MEMBERS,
}
"""Every call that a person makes. `Ledger.Balance` and `Ledger.Statement` are bound by `sees_account` too."""

FOR_SERVICES = frozenset({"Clubs.Sights", "Ledger.BuyIn", "Ledger.HoldExposure"})
"""Calls that no person makes: the apps' door does, and tables."""


def may(call: str, standing: Standing) -> bool:
    """Whether the role allows the call."""
    return standing in MAY[call]
