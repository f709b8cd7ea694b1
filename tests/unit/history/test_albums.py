"""A player's album: what he keeps, what he shows by a link, and that nothing of it happens twice."""

from typing import Any

import pytest
from eventsourcing.persistence import IntegrityError

from riverrun.runtime.sealing.key_ring import Key, KeyRing
from services.history.albums import deciding, refusals
from services.history.albums.album import REMEMBERED, Album, Favourite, evolve
from services.history.albums.album_events import AlbumEmptied, HandKept, HandShared, ShareEnded
from services.history.albums.albums import Albums
from services.history.albums.deciding import MOST_FAVOURITES, MOST_SHARES
from services.history.albums.links import link_in
from services.history.albums.notes import Notes

TABLE = "s0-kq3v9x2m"
NOW = 1_700_000_000_000
TOKEN = "p-ann." + "x" * 32
SHARE = link_in(TOKEN).share
RING = KeyRing([Key("history-1", bytes(32))], "history-1")


class KeptInMemory:
    """Albums as the log keeps them; `first` is written by somebody else right before the next save."""

    def __init__(self) -> None:
        self.albums: dict[str, Album] = {}
        self.first: list[Any] = []

    def album(self, player: str) -> Album:
        return self.albums.get(player, Album(player))

    def record(self, album: Album, events: list[Any]) -> None:
        others, self.first = self.first, []
        for event in others:
            self._take(album.player, event)
        if self.album(album.player).version != album.version:
            raise IntegrityError
        for event in events:
            self._take(album.player, event)

    def _take(self, player: str, event: Any) -> None:
        self.albums[player] = evolve(self.album(player), event)


def kept(hand: int, at_ms: int = NOW, note: bytes = b"") -> HandKept:
    return HandKept(at_ms, TABLE, hand, "", note)


def shared(share: str = SHARE, at_ms: int = NOW, *, own: bool = True, until_ms: int = 0) -> HandShared:
    return HandShared(at_ms, share, TABLE, 7, own, until_ms)


def after(*events: Any) -> Album:
    album = Album("p-ann")
    for event in events:
        album = evolve(album, event)
    return album


def test_a_hand_kept_twice_is_one_favourite_since_the_first_time() -> None:
    album = after(kept(7), kept(7, NOW + 5, b"note"))

    assert album.favourites == {(TABLE, 7): Favourite(TABLE, 7, NOW, "", b"note")}


def test_keeping_what_is_kept_without_a_note_is_no_event() -> None:
    assert deciding.keep(after(kept(7)), kept(7, NOW + 1)) == []


def test_a_note_may_be_taken_away() -> None:
    again = kept(7, NOW + 1)

    assert deciding.keep(after(kept(7, note=b"note")), again) == [again]


def test_dropping_what_is_no_favourite_is_no_event() -> None:
    assert deciding.drop(after(kept(7)), TABLE, 8, NOW) == []


def test_an_album_takes_so_many_favourites_and_no_more_but_new_notes() -> None:
    full = after(*(kept(hand) for hand in range(MOST_FAVOURITES)))

    with pytest.raises(refusals.AlbumFull):
        deciding.keep(full, kept(MOST_FAVOURITES))
    assert deciding.keep(full, kept(3, NOW, b"note"))


def test_links_that_ran_out_make_room_for_others() -> None:
    links = [shared(f"share-{number}", until_ms=NOW + 10) for number in range(MOST_SHARES)]
    full = after(*links)

    with pytest.raises(refusals.AlbumFull):
        deciding.share(full, shared(at_ms=NOW + 9))
    album = full
    for event in deciding.share(full, shared(at_ms=NOW + 10)):
        album = evolve(album, event)
    assert list(album.shares) == [SHARE]


def test_a_link_that_ran_out_or_was_ended_shows_nothing() -> None:
    stored = KeptInMemory()
    albums = Albums(stored)
    albums.carry_out("p-ann", lambda album: deciding.share(album, shared(until_ms=NOW + 10)))

    assert albums.behind(TOKEN, NOW + 9)[0] == "p-ann"
    with pytest.raises(refusals.UnknownShare):
        albums.behind(TOKEN, NOW + 10)
    albums.carry_out("p-ann", lambda album: deciding.end_share(album, SHARE, NOW + 1))
    with pytest.raises(refusals.UnknownShare):
        albums.behind(TOKEN, NOW + 2)


def test_an_album_that_an_older_release_emptied_holds_nothing() -> None:
    emptied = after(kept(7), shared(), AlbumEmptied(NOW))

    assert not emptied.favourites
    assert not emptied.shares


def test_a_link_that_was_ended_does_not_come_back_when_it_is_asked_for_again() -> None:
    album = after(shared(), ShareEnded(NOW + 1, SHARE))

    with pytest.raises(refusals.UnknownShare):
        deciding.share(album, shared(at_ms=NOW + 2))


def test_of_ended_links_the_last_are_remembered() -> None:
    album = after()
    for number in range(REMEMBERED + 5):
        album = evolve(evolve(album, shared(f"share-{number}")), ShareEnded(NOW, f"share-{number}"))

    assert len(album.ended) == REMEMBERED
    assert not album.shares


def test_an_ended_link_cannot_be_ended_again() -> None:
    with pytest.raises(refusals.UnknownShare):
        deciding.end_share(Album("p-ann"), SHARE, NOW)


@pytest.mark.parametrize("token", ["", "p-ann", "p-ann.", "p-ann.short", "p ann." + "x" * 32, "." + "x" * 32])
def test_what_is_no_token_shows_nothing(token: str) -> None:
    with pytest.raises(refusals.UnknownShare):
        link_in(token)


def test_a_secret_of_one_players_link_opens_nothing_of_anothers() -> None:
    assert link_in("p-bob." + "x" * 32).share != SHARE


def test_who_was_second_decides_anew_behind_what_the_other_wrote() -> None:
    stored = KeptInMemory()
    stored.first = [kept(7)]

    album = Albums(stored).carry_out("p-ann", lambda album: deciding.keep(album, kept(8)))

    assert set(album.favourites) == {(TABLE, 7), (TABLE, 8)}


def test_a_note_opens_for_its_player_and_hand_and_under_its_key_alone() -> None:
    notes = Notes(RING)
    key_id, box = notes.sealed("p-ann", TABLE, 7, "the great fold")
    favourite = Favourite(TABLE, 7, NOW, key_id, box)

    assert b"fold" not in box
    assert notes.opened("p-ann", favourite) == "the great fold"
    assert notes.opened("p-bob", favourite) == ""
    assert notes.opened("p-ann", Favourite(TABLE, 8, NOW, key_id, box)) == ""
    assert Notes(None).opened("p-ann", favourite) == ""


def test_without_a_key_there_are_no_notes_but_favourites() -> None:
    notes = Notes(None)

    assert notes.sealed("p-ann", TABLE, 7, "") == ("", b"")
    with pytest.raises(refusals.NotesShut):
        notes.sealed("p-ann", TABLE, 7, "the great fold")
