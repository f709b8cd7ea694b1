"""How many clubs somebody may own and belong to: nobody fills a house with clubs, or clubs with himself."""

from riverrun.kernel.identifiers import PlayerId
from services.club.clubs.clubs import Clubs
from services.club.clubs.directory import Directory
from services.club.clubs.refusals import TooManyClubs


class Belonging:
    """Blocks; raises the library's persistence errors. Two wishes at the same moment may both find room."""

    def __init__(self, clubs: Clubs, directory: Directory, most_owned: int, most_joined: int) -> None:
        self._clubs = clubs
        self._directory = directory
        self._most_owned = most_owned
        self._most_joined = most_joined

    def require_room_to_own(self, player: PlayerId) -> None:
        """Before he founds a club or is handed one. Raises `TooManyClubs`."""
        clubs = self._directory.clubs_of(player)
        if sum(self._clubs.show(club).owner == player for club in clubs) >= self._most_owned:
            raise TooManyClubs(limit="owned", most=self._most_owned, player=player)

    def require_room_to_join(self, player: PlayerId) -> None:
        """Before he founds or joins one. Raises `TooManyClubs`."""
        if len(self._directory.clubs_of(player)) >= self._most_joined:
            raise TooManyClubs(limit="joined", most=self._most_joined, player=player)
