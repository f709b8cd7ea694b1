"""Who holds himself off, or is let in no more, leaves his tables after the hand, whatever is killed."""

import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest
import pytest_asyncio

from riverrun.contracts.table_commands import Call, Fold, JoinWaitingList, SitDown, TopUp
from riverrun.contracts.table_config import Clocks
from tests.support.club_apps import Apps, apps_of
from tests.support.club_processes import ClubProcesses
from tests.support.nats_server import NatsServers
from tests.support.patience import LONG_S
from tests.support.table_process import QUICK, Asking, TableProcesses, asking, open_table
from tests.support.till import new_table
from tests.support.waiting import until

SLOW = msgspec.structs.replace(
    QUICK, seats=3, clocks=Clocks(decision_ms=1_000 * LONG_S, between_hands_ms=30, runout_ms=10)
)
"""Three seats, and time enough to be dismissed in the middle of a hand."""


@dataclass
class Person:
    """Somebody with an account, at his own door."""

    player: str
    token: str


class House:
    """A club with a table, members with chips, one more table that is no club's."""

    def __init__(self, apps: Apps, door: Asking, clubs: ClubProcesses, stack: AsyncExitStack) -> None:
        self.apps = apps
        self.door = door
        self.clubs = clubs
        self.stack = stack
        self.public = new_table()

    async def begin(self, tables: TableProcesses) -> None:
        self.tables = tables
        await self.start_tables()
        self.owner = await self.person("Owen")
        made = await self.apps.club(self.owner.token)
        self.club, self.code = made["club"], made["code"]
        path = f"/v1/clubs/{self.club}"
        options = msgspec.to_builtins(SLOW)
        assert (await self.ask(self.owner, "PUT", f"{path}/templates/slow", options))[0] == 204
        opened = await self.ask(self.owner, "POST", f"{path}/tables", {"template": "slow"})
        self.table = opened[1]["table"]
        await open_table(self.door, self.public, SLOW)

    async def start_tables(self) -> None:
        running = self.tables.hosting(RIVERRUN_CLUB_TARGET=self.clubs.target, RIVERRUN_CLUB_DEADLINE_MS="500")
        self.host = await self.stack.enter_async_context(running)

    async def person(self, name: str) -> Person:
        return Person(*await self.apps.person(name))

    async def member(self, name: str, chips: int = 2_000) -> Person:
        person = await self.person(name)
        club = {"club": self.club, "code": self.code}
        await self.apps.join(club, self.owner.token, person.player, person.token)
        grant = {"player": person.player, "amount": chips, "note": "welcome"}
        assert (await self.ask(self.owner, "POST", f"/v1/clubs/{self.club}/grants", grant))[0] == 201
        return person

    async def ask(self, who: Person, method: str, path: str, body: object = None) -> tuple[int, Any]:
        return await self.apps.ask(method, path, who.token, body)

    async def sit(self, who: Person, table: str = "", buy_in: int = 1_000) -> None:
        table = table or self.table
        assert not (await self.door.ask(table, who.player, SitDown(buy_in))).code

        async def has_chips() -> bool:
            seats = (await self.door.see(table, who.player))["seats"]
            return any(one["player"] == who.player and one["stack"] for one in seats)

        await until(has_chips)

    async def in_a_hand(self, table: str = "") -> dict[str, Any]:
        """Wait for a hand with a turn; the view of it."""
        table = table or self.table
        seen: dict[str, Any] = {}

        async def is_dealt() -> bool:
            seen.update(await self.door.see(table, "watcher"))
            return seen["hand"] is not None and seen["hand"]["turn"] is not None

        await until(is_dealt)
        return seen

    async def fold(self, table: str = "") -> None:
        """Whoever is asked folds."""
        player, hand, turn = await self.asked(table or self.table)
        await self.door.ask(table or self.table, player, Fold(hand, turn["turn"]))

    async def act(self, loser: Person) -> None:
        """He folds, and nobody else does."""
        player, hand, turn = await self.asked(self.table)
        if player == loser.player:
            await self.door.ask(self.table, player, Fold(hand, turn["turn"]))
        else:
            await self.door.ask(self.table, player, Call(hand, turn["turn"]))

    async def asked(self, table: str) -> tuple[str, int, dict[str, Any]]:
        """Whose turn it is, in which hand, and the turn."""
        view = await self.in_a_hand(table)
        turn = view["hand"]["turn"]
        (player,) = [one["player"] for one in view["seats"] if one["seat"] == turn["seat"]]
        return player, view["hand"]["hand"], turn

    async def sits(self, who: Person, table: str = "") -> bool:
        view = await self.door.see(table or self.table, "watcher")
        return who.player in [one["player"] for one in view["seats"]]

    async def chips(self, who: Person) -> int:
        """What he has while a hand is played, what he has put into it included."""
        view = await self.in_a_hand()
        (seat,) = [one for one in view["seats"] if one["player"] == who.player]
        return int(seat["stack"] + seat["contribution"])

    async def nobody_waits(self) -> bool:
        return not (await self.door.see(self.table, "watcher"))["waiting_list"]

    async def gone(self, who: Person, *tables: str) -> None:
        async def is_gone() -> bool:
            return not any([await self.sits(who, table) for table in tables or (self.table,)])

        await until(is_gone)

    async def is_told(self, who: Person, reason: str, table: str = "") -> None:
        """Wait until the table knows that he has to leave."""

        await until(lambda: self._has_to_leave(who, reason, table or self.table))

    async def was_told_before_the_answer(self, who: Person, reason: str, table: str) -> None:
        """The table knows already, unless the club said that it did not get through to it in time."""
        if not await self._has_to_leave(who, reason, table):
            await until(lambda: self.clubs.said("seen_to_later", "dismissal_unanswered"))
            await self.is_told(who, reason, table)

    async def _has_to_leave(self, who: Person, reason: str, table: str) -> bool:
        you = (await self.door.see(table, who.player))["you"]
        return you is not None and bool(you["dismissed"] == reason)

    async def balance(self, who: Person) -> int:
        path = f"/v1/clubs/{self.club}/balance?account=member:{who.player}"
        _, found = await self.ask(self.owner, "GET", path)
        return int(found["balance"])

    async def came_home(self, who: Person, at_least: int) -> None:
        async def is_home() -> bool:
            return await self.balance(who) >= at_least

        await until(is_home)


@pytest_asyncio.fixture
async def house(one_server: NatsServers, tmp_path: Path) -> AsyncIterator[House]:
    async with AsyncExitStack() as stack:
        clubs = ClubProcesses(stack, one_server, tmp_path)
        await clubs.start()
        apps = await stack.enter_async_context(apps_of(one_server, clubs.target))
        made = House(apps, await stack.enter_async_context(asking(one_server)), clubs, stack)
        await made.begin(TableProcesses(one_server, tmp_path))
        yield made


async def test_who_excludes_himself_plays_his_hand_out_and_leaves_all_tables_with_his_chips(
    house: House,
) -> None:
    ann, bob = await house.member("Ann"), await house.member("Bob")
    for person in (ann, bob):
        await house.sit(person)
        await house.sit(person, house.public)
    await house.in_a_hand()
    hand = (await house.in_a_hand(house.public))["hand"]["hand"]
    assert not (await house.door.ask(house.table, ann.player, TopUp(500))).code

    status, _ = await house.ask(ann, "POST", "/v1/me/rules/exclusion", {"days": 1})

    assert status == 200
    for table in (house.table, house.public):
        await house.was_told_before_the_answer(ann, "excluded", table)
        assert (await house.door.see(table, ann.player))["you"]["top_up_queued"] == 0
    assert (await house.in_a_hand(house.public))["hand"]["hand"] == hand
    door = await house.apps.door(ann.player, ann.token)
    assert (await door.ask("top_up", table=house.table, amount=100))["code"] == "excluded"
    assert (await door.ask("join_waiting_list", table=house.table))["code"] == "excluded"
    for table in (house.table, house.public):
        await house.fold(table)
    await house.gone(ann, house.table, house.public)
    await house.came_home(ann, 1_990)
    assert await house.sits(bob)


@pytest.mark.slow
async def test_an_exclusion_outlives_the_death_of_the_club_and_of_the_table(house: House) -> None:
    ann, bob = await house.member("Ann"), await house.member("Bob")
    for person in (ann, bob):
        await house.sit(person)
    await house.in_a_hand()
    house.host.signal(signal.SIGKILL)
    status, _ = await house.ask(ann, "POST", "/v1/me/rules/exclusion", {"days": 1})
    assert status == 200
    await house.clubs.kill()

    await house.clubs.start()
    await house.start_tables()

    await house.is_told(ann, "excluded")
    await house.fold()
    await house.gone(ann)
    await house.came_home(ann, 1_990)


@pytest.mark.slow
async def test_who_is_removed_from_the_club_is_stood_up_after_the_hand_and_waits_there_no_more(
    house: House,
) -> None:
    ann, bob = await house.member("Ann", 1_000), await house.member("Bob")
    cat, dot = await house.member("Cat"), await house.member("Dot", 1)
    for person in (ann, bob, cat):
        await house.sit(person)
    assert not (await house.door.ask(house.table, dot.player, JoinWaitingList())).code
    take_back = {"player": dot.player, "amount": 1, "note": "to go"}
    await house.ask(house.owner, "POST", f"/v1/clubs/{house.club}/take_backs", take_back)
    await house.in_a_hand()

    for person in (ann, dot):
        path = f"/v1/clubs/{house.club}/members/{person.player}"
        assert (await house.ask(house.owner, "DELETE", path))[0] == 204

    await house.is_told(ann, "not_a_member")
    for _ in range(2):
        await house.fold()
    await house.gone(ann)
    await house.came_home(ann, 980)
    await until(house.nobody_waits)
    assert await house.sits(bob)


@pytest.mark.slow
async def test_who_has_lost_what_he_allowed_himself_leaves_and_brings_no_more(house: House) -> None:
    ann, bob = await house.member("Ann"), await house.member("Bob")
    for person in (ann, bob):
        await house.sit(person)
    while await house.chips(ann) >= 1_000:
        await house.act(loser=ann)

    status, rules = await house.ask(ann, "PUT", "/v1/me/rules/limits/loss_day", {"value": 1})
    assert (status, rules["limits"]["loss_day"]["value"]) == (200, 1)
    loose = await house.ask(ann, "PUT", "/v1/me/rules/limits/loss_day", {"value": 5_000})
    assert loose[1]["limits"]["loss_day"] == {
        "value": 1,
        "next_value": 5_000,
        "next_ms": loose[1]["limits"]["loss_day"]["next_ms"],
    }

    await house.is_told(ann, "loss_limit_reached")
    await house.fold()
    await house.gone(ann)
    _, standing = await house.ask(ann, "GET", "/v1/me/rules/standing")
    assert [one["kind"] for one in standing["counted"]] == ["play", "real"]
    door = await house.apps.door(ann.player, ann.token)
    refused = await door.ask("sit_down", table=house.table, buy_in=1_000)
    assert refused["code"] == "loss_limit_reached"
    assert refused["details"]["until_ms"] > 0
    # The ledger refuses it as well, whoever asks the table past the door.
    await house.door.ask(house.table, ann.player, SitDown(1_000))
    await house.gone(ann)
