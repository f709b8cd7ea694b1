"""Clubs: joining by code, roles and what they may do, templates, limits; every wish is carried out once."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from riverrun.contracts.insurance_options import InsuranceOptions
from riverrun.contracts.table_config import TableConfig
from services.club.clubs import deciding, refusals
from services.club.clubs.club import Club, evolve
from services.club.clubs.club_events import ClubFounded, ClubLimits, ClubTableRolled
from services.club.clubs.deciding import By, Events
from services.club.clubs.roles import MAY
from services.club.clubs.sight import sees_account

CODE = "c1-k7q2"


class Hall:
    """A club of ann's, with words to make things happen in it."""

    def __init__(self) -> None:
        self.count = 0
        self.club: Club = evolve(None, ClubFounded("f", "ann", 1, "c1", "Rhine", "play", "Ann", CODE))

    def by(self, player: str) -> By:
        self.count += 1
        return By(player, f"w{self.count}", self.count)

    def take(self, events: Events) -> "Hall":
        for event in events:
            self.club = evolve(self.club, event)
        return self

    def join(self, *players: str) -> "Hall":
        for player in players:
            self.take(deciding.ask_to_join(self.club, self.by(player), player.title(), CODE))
            self.take(deciding.answer_join(self.club, self.by("ann"), player, admit=True))
        return self

    def give(self, player: str, role: str) -> "Hall":
        return self.take(deciding.give_role(self.club, self.by("ann"), player, role))  # type: ignore[arg-type]


def test_who_founds_a_club_owns_it() -> None:
    hall = Hall()
    assert hall.club.standing("ann") == "owner"
    assert hall.club.standing("bob") == "stranger"


def test_a_wish_is_known_again_and_no_other_passes_for_it() -> None:
    # Another wish under its id was answered as done, and was not.
    hall = Hall()
    hall.take(deciding.set_limits(hall.club, By("ann", "key-1", 2, "50"), ClubLimits(members=50)))
    assert deciding.was_carried_out(hall.club, By("ann", "key-1", 3, "50"))
    with pytest.raises(refusals.IdReused):
        deciding.was_carried_out(hall.club, By("ann", "key-1", 3, "60"))
    assert not deciding.was_carried_out(hall.club, By("ann", "key-2", 3, "60"))


def test_a_wish_of_before_contents_were_kept_is_known_again() -> None:
    hall = Hall()
    hall.take(deciding.set_limits(hall.club, By("ann", "key-1", 2), ClubLimits(members=50)))
    assert deciding.was_carried_out(hall.club, By("ann", "key-1", 3, "50"))


def test_a_player_joins_by_code_and_approval() -> None:
    hall = Hall()
    hall.take(deciding.ask_to_join(hall.club, hall.by("bob"), "Bob", CODE))
    assert hall.club.asking == {"bob": "Bob"}
    assert hall.club.standing("bob") == "stranger"
    hall.take(deciding.answer_join(hall.club, hall.by("ann"), "bob", admit=True))
    assert hall.club.standing("bob") == "member"
    assert hall.club.asking == {}


def test_who_is_not_let_in_may_ask_again() -> None:
    hall = Hall()
    hall.take(deciding.ask_to_join(hall.club, hall.by("bob"), "Bob", CODE))
    hall.take(deciding.answer_join(hall.club, hall.by("ann"), "bob", admit=False))
    assert hall.club.standing("bob") == "stranger"
    assert len(deciding.ask_to_join(hall.club, hall.by("bob"), "Bob", CODE)) == 1


def test_an_old_code_opens_nothing() -> None:
    hall = Hall()
    hall.take(deciding.change_code(hall.club, hall.by("ann"), "c1-other"))
    with pytest.raises(refusals.UnknownClub):
        deciding.ask_to_join(hall.club, hall.by("bob"), "Bob", CODE)


def test_a_member_leaves_with_empty_accounts_only() -> None:
    hall = Hall().join("bob")
    for held in ({"member:bob": 5}, {"member:bob": -5}, {"member:bob": 0, "agent:bob": 1}):
        with pytest.raises(refusals.ChipsLeft) as refused:
            deciding.leave(hall.club, hall.by("bob"), held)
        assert {refused.value.details["account"]: refused.value.details["balance"]}.items() <= held.items()
    hall.take(deciding.leave(hall.club, hall.by("bob"), {"member:bob": 0, "agent:bob": 0}))
    assert hall.club.standing("bob") == "stranger"


def test_a_club_keeps_its_owner() -> None:
    hall = Hall().join("bob")
    wishes: list[Callable[[], Events]] = [
        lambda: deciding.leave(hall.club, hall.by("ann"), {}),
        lambda: deciding.remove(hall.club, hall.by("bob"), "ann", {}),
        lambda: deciding.give_role(hall.club, hall.by("ann"), "ann", "member"),
    ]
    for wish in wishes:
        with pytest.raises(refusals.OwnerStays):
            wish()


def test_ownership_passes_on_and_leaves_a_manager() -> None:
    hall = Hall().join("bob").give("bob", "owner")
    assert (hall.club.owner, hall.club.standing("bob"), hall.club.standing("ann")) == (
        "bob",
        "owner",
        "manager",
    )


def test_a_manager_removes_members_and_no_other_manager() -> None:
    hall = Hall().join("bob", "cid", "dee").give("bob", "manager").give("cid", "manager")
    with pytest.raises(refusals.NotAllowed):
        deciding.remove(hall.club, hall.by("bob"), "cid", {})
    hall.take(deciding.remove(hall.club, hall.by("bob"), "dee", {}))
    hall.take(deciding.remove(hall.club, hall.by("ann"), "cid", {}))
    assert set(hall.club.members) == {"ann", "bob"}


def test_an_agent_has_members_and_terms() -> None:
    hall = Hall().join("gus", "bob")
    with pytest.raises(refusals.NotAnAgent):
        deciding.assign_agent(hall.club, hall.by("ann"), "bob", "gus")
    hall.give("gus", "agent")
    hall.take(deciding.assign_agent(hall.club, hall.by("ann"), "bob", "gus"))
    hall.take(deciding.set_agent_terms(hall.club, hall.by("ann"), "gus", 2_500))
    assert (hall.club.members["bob"].agent, hall.club.members["gus"].rakeback_bps) == ("gus", 2_500)


def test_whose_member_one_was_is_known_after_he_has_left_until_he_is_let_in_again() -> None:
    # The agent lost his share of the period by a removal just before its end.
    hall = Hall().join("gus", "bob").give("gus", "agent")
    hall.take(deciding.assign_agent(hall.club, hall.by("ann"), "bob", "gus"))
    hall.take(deciding.remove(hall.club, hall.by("ann"), "bob", {}))
    assert hall.club.agents_before == {"bob": "gus"}
    assert hall.join("bob").club.agents_before == {}


def test_accounts_are_seen_by_whom_they_concern() -> None:
    hall = Hall().join("gus", "bob", "cid", "mia").give("gus", "agent").give("mia", "manager")
    hall.take(deciding.assign_agent(hall.club, hall.by("ann"), "bob", "gus"))
    seen = {
        player: [
            name
            for name in ("member:bob", "member:cid", "agent:gus", "revenue", "table:s0-t")
            if sees_account(hall.club, player, name)
        ]
        for player in ("ann", "mia", "gus", "bob", "cid", "eve")
    }
    everything = ["member:bob", "member:cid", "agent:gus", "revenue", "table:s0-t"]
    assert seen == {
        "ann": everything,
        "mia": everything,
        "gus": ["member:bob", "agent:gus"],
        "bob": ["member:bob"],
        "cid": ["member:cid"],
        "eve": [],
    }


def test_a_table_is_opened_from_a_template_for_the_clubs_own_chips() -> None:
    hall = Hall()
    config = TableConfig(name="Rhine", club="c-another", kind="real")
    hall.take(deciding.save_template(hall.club, hall.by("ann"), "daily", config))
    hall.take(deciding.open_table(hall.club, hall.by("ann"), "daily", "s0-abcd"))
    opened = hall.club.tables["s0-abcd"]
    assert (opened.config.club, opened.config.kind, opened.open) == ("c1", "play", True)
    hall.take(deciding.drop_template(hall.club, hall.by("ann"), "daily"))
    with pytest.raises(refusals.UnknownTemplate):
        deciding.open_table(hall.club, hall.by("ann"), "daily", "s0-efgh")


def test_a_tables_own_limit_of_insurance_is_within_the_clubs_and_it_needs_none() -> None:
    hall = Hall()
    hall.take(deciding.set_limits(hall.club, hall.by("ann"), ClubLimits(insurance=5_000)))
    limits = {"none": 0, "less": 900, "more": 5_001}
    for name, limit in limits.items():
        options = InsuranceOptions(offered=True, limit_in_all=limit)
        saved = deciding.save_template(hall.club, hall.by("ann"), name, TableConfig(insurance=options))
        hall.take(saved)
    for number, name in enumerate(("none", "less")):
        hall.take(deciding.open_table(hall.club, hall.by("ann"), name, f"s0-table{number}"))
        assert hall.club.tables[f"s0-table{number}"].config.insurance.limit_in_all == limits[name]
    with pytest.raises(refusals.AboveClubLimit) as refused:
        deciding.open_table(hall.club, hall.by("ann"), "more", "s0-table9")
    assert refused.value.details == {"limit": "insurance", "most": 5_000}


def test_an_open_table_is_ruled_to_insure_below_the_clubs_limit_or_one_of_its_own_within() -> None:
    hall = Hall()
    hall.take(deciding.set_limits(hall.club, hall.by("ann"), ClubLimits(insurance=5_000)))
    hall.take(deciding.save_template(hall.club, hall.by("ann"), "daily", TableConfig()))
    hall.take(deciding.open_table(hall.club, hall.by("ann"), "daily", "s0-table"))
    deciding.rule_table(hall.club, "s0-table", TableConfig())
    for limit in (0, 5_000):
        insured = TableConfig(insurance=InsuranceOptions(offered=True, limit_in_all=limit))
        deciding.rule_table(hall.club, "s0-table", insured)
    above = TableConfig(insurance=InsuranceOptions(offered=True, limit_in_all=5_001))
    with pytest.raises(refusals.AboveClubLimit):
        deciding.rule_table(hall.club, "s0-table", above)


def test_a_template_is_within_the_bounds_of_tables() -> None:
    hall = Hall()
    with pytest.raises(refusals.BadTemplate) as refused:
        deciding.save_template(hall.club, hall.by("ann"), "daily", TableConfig(seats=11))
    assert refused.value.details["option"] == "seats"


def test_limits_hold_for_members_tables_and_stakes() -> None:
    hall = Hall().join("bob")
    hall.take(deciding.set_limits(hall.club, hall.by("ann"), ClubLimits(2, 1, 100, 20_000)))
    hall.take(deciding.ask_to_join(hall.club, hall.by("cid"), "Cid", CODE))
    with pytest.raises(refusals.ClubFull):
        deciding.answer_join(hall.club, hall.by("ann"), "cid", admit=True)
    high = TableConfig(small_blind=100, big_blind=200, min_buy_in=8_000, max_buy_in=20_000)
    for name, config in (("low", TableConfig()), ("high", high)):
        hall.take(deciding.save_template(hall.club, hall.by("ann"), name, config))
    with pytest.raises(refusals.AboveClubLimit):
        deciding.open_table(hall.club, hall.by("ann"), "high", "s0-high")
    hall.take(deciding.open_table(hall.club, hall.by("ann"), "low", "s0-lowa"))
    with pytest.raises(refusals.ClubFull):
        deciding.open_table(hall.club, hall.by("ann"), "low", "s0-lowb")
    with pytest.raises(refusals.BadLimit):
        deciding.set_limits(hall.club, hall.by("ann"), ClubLimits(members=-1))


def test_a_table_that_rolls_stays_the_clubs_and_the_id_before_is_closed() -> None:
    hall = Hall()
    hall.take(deciding.save_template(hall.club, hall.by("ann"), "daily", TableConfig()))
    hall.take(deciding.open_table(hall.club, hall.by("ann"), "daily", "s0-rhine"))
    # An order that names the next id may come before its events are followed.
    deciding.rule_table(hall.club, "s0-rhine-2", None)
    rolled = ClubTableRolled(*hall.by("table").head, "s0-rhine", "s0-rhine-2")
    hall.take([rolled])

    tables = hall.club.tables
    assert {name: one.open for name, one in tables.items()} == {"s0-rhine": False, "s0-rhine-2": True}
    assert tables["s0-rhine-2"].config == tables["s0-rhine"].config


@pytest.mark.parametrize("name", ["", " ", "a" * 41, "tab\there"])
def test_names_can_be_read(name: str) -> None:
    with pytest.raises(refusals.BadName):
        deciding.checked_name(name)


def test_the_page_about_roles_says_what_the_table_says() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs" / "roles.md").read_text()
    rows = [line.strip("|").split("|") for line in page.splitlines() if line.startswith("| `")]
    columns = ("owner", "manager", "agent", "member", "stranger")
    told = {
        cells[0].strip().strip("`"): {
            who for who, cell in zip(columns, cells[2:], strict=True) if cell.strip()
        }
        for cells in rows
    }
    assert told == {call: set(allowed) for call, allowed in MAY.items()}


@pytest.mark.parametrize("call", sorted(MAY))
def test_a_role_that_may_not_is_told_so(call: str) -> None:
    hall = Hall().join("mia", "gus", "bob").give("mia", "manager").give("gus", "agent")
    allowed = set()
    for player, standing in {"ann": "owner", "mia": "manager", "gus": "agent", "bob": "member"}.items():
        with suppress(refusals.NotAllowed):
            deciding.allow(hall.club, player, call)
            allowed.add(standing)
    assert allowed == MAY[call] - {"stranger"}


def test_in_an_open_house_who_sits_down_is_a_member() -> None:
    hall = Hall()
    assert deciding.welcome(hall.club, hall.by("bob")) == []
    hall.take(deciding.set_limits(hall.club, hall.by("ann"), ClubLimits(open_house=True)))
    hall.take(deciding.welcome(hall.club, hall.by("bob")))
    assert hall.club.standing("bob") == "member"
    assert deciding.welcome(hall.club, hall.by("bob")) == []
