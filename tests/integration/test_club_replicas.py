"""Two processes write one club by turns: neither is held up by what it remembers of the log."""

from functools import partial

from riverrun.runtime.nats.users import CLUB
from services.club.clubs import application as clubs_application
from services.club.clubs import deciding
from services.club.clubs.application import ClubsApplication
from services.club.clubs.clubs import Clubs
from services.club.clubs.deciding import By
from tests.support.nats_server import NatsServers


def test_two_processes_write_a_club_by_turns(one_server: NatsServers) -> None:
    password = one_server.passwords[CLUB.password_variable]
    where = clubs_application.environment(CLUB, password, one_server.urls)
    applications = [ClubsApplication(where) for _ in range(2)]
    both = [Clubs(application, lambda: "secret") for application in applications]
    try:
        club = both[0].found(By("ann", "found-1", 1), "The River", "play", "Ann").id
        for i in range(6):
            by = By("ann", f"code-{i}", i)
            code = both[i % 2].new_code(club) + str(i)
            decide = partial(deciding.change_code, by=by, code=code)
            changed = both[i % 2].carry_out(club, by, "Clubs.ChangeCode", decide)
            assert changed.code == code
            assert both[(i + 1) % 2].show(club).code == code
    finally:
        for application in applications:
            application.close()
