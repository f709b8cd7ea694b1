"""The players' cut: committed to a hand ahead, told before the cards, and the deck is theirs (R11.4)."""

import json
from hashlib import sha256

from msgspec.structs import replace

from riverrun.contracts.operator_commands import VoidHand
from riverrun.contracts.table_commands import CommitCut, SitDown, StandUp, TellCut
from riverrun.contracts.table_config import TableConfig
from riverrun.contracts.table_events import (
    BoardDealt,
    CutAsked,
    CutCommitted,
    CutTold,
    DeckCut,
    HandSealed,
    HandStarted,
)
from riverrun.holdem.hand_proof import hand_proof
from riverrun.holdem.hand_verdict import HandProven, check_hand_proof
from riverrun.holdem.state import Betting, Cutting, seat_of
from riverrun.kernel.cut import cut_commitment, cut_places
from services.table.codec import codec
from services.table.decide.facts import Facts
from services.table.decide.operating import order, take_over
from services.table.host.hosted import Cause
from services.table.rules.cuts import BARRED_HANDS
from services.table.sealing import open_from_history
from tests.support.live_table import TABLE
from tests.support.seated_table import SMALL, SeatedTable

CUT_MS = 2_000
CONFIG = replace(SMALL, players_cut=True, clocks=replace(SMALL.clocks, cut_ms=CUT_MS))


def nonce_of(player: str, hand: int) -> bytes:
    return sha256(f"{player} {hand}".encode()).digest()


def commitment_of(player: str, hand: int, nonce: bytes | None = None) -> CommitCut:
    committed = cut_commitment(TABLE, hand, player, nonce or nonce_of(player, hand))
    return CommitCut(hand, committed.hex())


class CutTable(SeatedTable):
    """Players who take part in the cut of its decks."""

    async def commit(self, *players: str) -> None:
        for player in players:
            reply = await self.ask(player, commitment_of(player, self.hosted.table.hand_number + 1))
            assert not reply.code, reply

    async def tell(self, *players: str) -> str:
        code = ""
        for player in players:
            number = self.hand.hand
            reply = await self.ask(player, TellCut(number, nonce_of(player, number).hex()))
            code = code or reply.code
        return code

    async def asked(self, *players: str) -> None:
        """A hand whose blinds are posted, and these players are asked for their nonces."""
        await self.commit(*players)
        await self.next_hand()
        assert isinstance(self.hand.phase, Cutting)

    def cards(self, player: str) -> tuple[int, ...]:
        return self.hosted.sight(player).cards


async def a_table(config: TableConfig = CONFIG) -> CutTable:
    table = CutTable(config)
    await table.seat("ann", "bob", "cy")
    return table


async def test_the_deck_is_dealt_in_the_order_that_all_nonces_give_it_together() -> None:
    table = await a_table()
    await table.asked("ann", "bob", "cy")
    committed = table.hosted.deck
    assert committed is not None

    assert not await table.tell("bob", "cy", "ann")

    assert isinstance(table.hand.phase, Betting)
    nonces = [(table.seat_of(name).seat, nonce_of(name, table.hand.hand)) for name in ("ann", "bob", "cy")]
    places = cut_places(TABLE, table.hand.hand, table.hand.commitment, nonces)
    for player, (first, second) in zip(table.hand.players, table.hand.positions, strict=True):
        assert table.cards(player.player) == committed.cards((places[first], places[second]))


async def test_a_deck_that_nobody_cuts_is_dealt_as_committed_at_once() -> None:
    table = await a_table()

    await table.next_hand()

    assert isinstance(table.hand.phase, Betting)
    assert table.hand.cut is None


async def test_without_the_option_no_nonce_is_taken() -> None:
    table = await a_table(SMALL)

    reply = await table.ask("ann", commitment_of("ann", table.hand.hand + 1))

    assert (reply.code, reply.details) == ("cut_closed", {"hand": 0})


async def test_a_nonce_is_committed_to_before_the_deck_is_and_for_the_next_hand_only() -> None:
    table = await a_table()
    number = table.hand.hand

    assert (await table.ask("ann", commitment_of("ann", number))).code == "cut_closed"
    assert (await table.ask("ann", commitment_of("ann", number + 2))).code == "cut_closed"
    assert (await table.ask("stranger", commitment_of("stranger", number + 1))).code == "not_seated"


async def test_until_the_hand_begins_a_new_commitment_takes_the_old_ones_place() -> None:
    table = await a_table()
    number = table.hand.hand + 1
    await table.ask("ann", commitment_of("ann", number, bytes(32)))
    await table.asked("ann")

    assert not await table.tell("ann")


async def test_what_one_committed_to_is_secret_until_all_commitments_stand() -> None:
    table = await a_table()
    before = len(table.outlet.sent)

    await table.commit("ann")

    sent = table.outlet.sent[before:]
    assert [message.subject for message in sent] == [f"views.{TABLE}.player.ann"]


async def test_a_nonce_told_is_secret_until_the_deck_is_cut() -> None:
    table = await a_table()
    await table.asked("ann", "bob")
    before = len(table.outlet.sent)

    await table.tell("ann")

    sent = table.outlet.sent[before:]
    assert [message.subject for message in sent] == [f"views.{TABLE}.player.ann"]
    await table.tell("bob")
    public = next(one for one in table.outlet.sent[before:] if one.subject.endswith(".public"))
    seen = json.loads(public.data)["events"][0]
    assert seen["type"] == "hand.deck_cut"
    assert seen["cutters"][0]["nonce"] == nonce_of("ann", table.hand.hand).hex()


async def test_only_the_nonce_that_was_committed_to_is_taken_and_only_from_who_was_asked() -> None:
    table = await a_table()
    await table.asked("ann", "bob")
    number = table.hand.hand

    assert (await table.ask("ann", TellCut(number, bytes(32).hex()))).code == "wrong_nonce"
    assert (await table.ask("bob", TellCut(number, nonce_of("ann", number).hex()))).code == "wrong_nonce"
    assert (await table.ask("cy", TellCut(number, nonce_of("cy", number).hex()))).code == "not_asked"
    assert not await table.tell("ann")
    assert await table.tell("ann") == "not_asked"


async def test_who_does_not_tell_in_time_is_left_out_by_name_and_the_others_cut() -> None:
    table = await a_table()
    await table.asked("ann", "bob")
    await table.tell("bob")
    commits = len(table.log.commits)

    await table.passes(CUT_MS - 1)
    assert isinstance(table.hand.phase, Cutting)
    await table.passes(1)

    cut = next(event for event in table.events_since(commits) if isinstance(event, DeckCut))
    assert {one.seat for one in cut.cutters if not one.nonce} == {table.seat_of("ann").seat}
    bobs = [(table.seat_of("bob").seat, nonce_of("bob", table.hand.hand))]
    assert tuple(cut.places) == cut_places(TABLE, table.hand.hand, table.hand.commitment, bobs)
    assert isinstance(table.hand.phase, Betting)


async def test_where_nobody_tells_in_time_the_deck_is_dealt_as_committed() -> None:
    table = await a_table()
    await table.asked("ann")
    committed = table.hosted.deck
    assert committed is not None

    await table.passes(CUT_MS)

    player, (first, second) = table.hand.players[0], table.hand.positions[0]
    assert table.cards(player.player) == committed.cards((first, second))


async def test_who_did_not_tell_has_no_part_for_some_hands() -> None:
    table = await a_table()
    await table.asked("ann")
    missed = table.hand.hand
    await table.passes(CUT_MS)

    reply = await table.ask("ann", commitment_of("ann", missed + 1))

    assert (reply.code, reply.details) == ("cut_barred", {"hand": missed + BARRED_HANDS})
    while table.hand.hand < missed + BARRED_HANDS:
        await table.next_hand()
    assert not (await table.ask("ann", commitment_of("ann", missed + BARRED_HANDS + 1))).code


async def test_who_did_not_tell_gets_no_part_sooner_by_leaving_and_coming_back() -> None:
    table = await a_table()
    await table.asked("ann", "bob")
    missed = table.hand.hand
    await table.passes(CUT_MS)

    for _ in range(2):
        await table.ask("ann", StandUp())
        while seat_of(table.hosted.table, "ann") is not None:
            await table.next_hand()
        assert not (await table.ask("ann", SitDown(SMALL.max_buy_in))).code
        await table.settle()
        reply = await table.ask("ann", commitment_of("ann", table.hosted.table.hand_number + 1))
        assert (reply.code, reply.details) == ("cut_barred", {"hand": missed + BARRED_HANDS})

    while table.hand.hand < missed + BARRED_HANDS:
        await table.next_hand()
    assert not (await table.ask("ann", commitment_of("ann", missed + BARRED_HANDS + 1))).code


async def test_who_told_his_nonces_comes_back_with_nothing_held_against_him() -> None:
    table = await a_table()
    await table.asked("ann", "bob")
    await table.tell("ann", "bob")

    await table.ask("ann", StandUp())
    while seat_of(table.hosted.table, "ann") is not None:
        await table.next_hand()
    assert not (await table.ask("ann", SitDown(SMALL.max_buy_in))).code

    assert table.seat_of("ann").cut is None
    await table.commit("ann")


async def test_who_committed_and_left_is_not_waited_for() -> None:
    table = await a_table()
    await table.commit("ann", "bob")
    await table.ask("ann", StandUp())

    await table.settle()
    if not isinstance(table.hand.phase, Cutting):
        await table.next_hand()

    assert table.hand.question is not None
    assert table.hand.question.seats == (table.seat_of("bob").seat,)


async def test_a_process_that_dies_between_nonces_and_cards_deals_the_same_hand() -> None:
    table, other = await a_table(), await a_table()
    for one in (table, other):
        await one.asked("ann", "bob", "cy")
        await one.tell("ann", "bob")

    table.restart()
    await table.settle()
    assert table.hand.cut == other.hand.cut
    await table.tell("cy")
    table.restart()
    await other.tell("cy")

    blank = {"deck_box": b""}
    assert replace(table.hand, **blank) == replace(other.hand, **blank)
    assert [table.cards(name) for name in ("ann", "bob", "cy")] == [
        other.cards(name) for name in ("ann", "bob", "cy")
    ]


async def test_an_outage_moves_the_time_to_tell() -> None:
    table = await a_table()
    await table.asked("ann")
    question = table.hand.question
    assert question is not None

    draft = take_over(table.hosted.table, "other", 4_000, Facts(table.clock.ms + 4_000))

    assert draft.hand.question is not None
    assert draft.hand.question.deadline_ms >= question.deadline_ms + 4_000


async def test_commitments_stand_in_the_log_before_the_deck_and_all_of_them_before_any_nonce() -> None:
    table = await a_table()
    start = len(table.log.commits)
    await table.asked("ann", "bob")
    await table.tell("ann", "bob")

    told = [type(event) for event in table.events_since(start)]

    in_turn = (CutCommitted, CutCommitted, HandStarted, CutAsked, CutTold, CutTold, DeckCut)
    assert tuple(kind for kind in told if kind in in_turn) == in_turn


async def test_a_hand_played_from_a_cut_deck_proves_its_cards_and_its_cut() -> None:
    table = await a_table()
    start = len(table.log.commits)
    await table.asked("ann", "bob", "cy")
    await table.tell("ann", "bob", "cy")
    number = table.hand.hand
    for _ in range(50):
        if table.hosted.table.hand_number != number:
            break
        if isinstance(table.hand.phase, Betting):
            await table.acts()
        await table.passes(5_000)

    events = [
        event
        for commit in table.log.commits[start:]
        if commit.hand == number
        for event in codec.decode_all(commit)
    ]
    started = next(event for event in events if isinstance(event, HandStarted))
    sealed = next(event for event in events if isinstance(event, HandSealed))
    cut = next(event for event in events if isinstance(event, DeckCut))
    streets = [event for event in events if isinstance(event, BoardDealt)]
    own = next(box for box in sealed.private if box.player == "ann")
    openings = open_from_history(TABLE, number, own, table.ring)
    names = {player.seat: player.player for player in started.players}
    file = hand_proof(TABLE, started, streets, sealed, names, False, (own.seat, openings), cut)

    assert isinstance(check_hand_proof(file), HandProven)
    assert len(streets) == 3


async def test_a_hand_voided_while_the_deck_is_cut_gives_all_blinds_back_and_proves_nothing() -> None:
    table = await a_table()
    await table.asked("ann", "bob")
    number, start = table.hand.hand, len(table.log.commits)
    draft = order(table.hosted.table, VoidHand("a test"), Facts(table.clock.ms))

    await table.hosted.commit(draft, Cause("operator", "void"), table.clock.ms)
    await table.settle()

    sealed = next(event for event in table.events_since(start) if isinstance(event, HandSealed))
    assert (sealed.hand, sealed.public, sealed.private) == (number, (), ())
    assert (
        sum(seat.stack for seat in table.hosted.table.seats)
        + sum(player.stack + player.contribution for player in table.hand.players)
        == 1_500
    )
