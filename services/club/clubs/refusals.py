"""What a club says no to, each with a stable code."""

from riverrun.contracts.refusals import Refusal


class UnknownClub(Refusal):
    """There is no such club, or none with that code."""

    code = "unknown_club"
    text = "there is no such club"


class IdReused(Refusal):
    """Another wish was carried out under this id."""

    code = "id_reused"
    text = "this id was used for another message"


class NotAllowed(Refusal):
    """The role does not allow the call: `call`, `role` (empty: no member)."""

    code = "not_allowed"
    text = "your role in the club does not allow this"


class MemberBefore(Refusal):
    """Who asks to join is a member."""

    code = "member_before"
    text = "already a member"


class NotAMember(Refusal):
    """The player is no member of the club: `player`."""

    code = "not_a_member"
    text = "no member of this club"


class BannedFromClub(Refusal):
    """The club does not let this player in any more."""

    code = "banned_from_club"
    text = "this club does not let you in"


class UnknownPlayer(Refusal):
    """The player to be banned is nobody: `player`."""

    code = "unknown_player"
    text = "there is no such player"


class NotBanned(Refusal):
    """The player is not banned: `player`."""

    code = "not_banned"
    text = "the player is not banned"


class NothingAsked(Refusal):
    """The player has not asked to join: `player`."""

    code = "nothing_asked"
    text = "the player has not asked to join"


class OwnerStays(Refusal):
    """The owner cannot leave, be removed or lose the role but by giving it to another."""

    code = "owner_stays"
    text = "a club has an owner"


class ChipsLeft(Refusal):
    """Who leaves has no chips in the club's books and owes none: `account`, `balance`."""

    code = "chips_left"
    text = "chips are left in the account"


class StillSeated(Refusal):
    """Who leaves stands up first: `table`."""

    code = "still_seated"
    text = "stand up first: there are chips on a table"


class NotAnAgent(Refusal):
    """The player is no agent: `player`."""

    code = "not_an_agent"
    text = "the player is no agent"


class BadName(Refusal):
    """A name has 1 to 40 printable characters."""

    code = "bad_name"
    text = "1 to 40 printable characters"


class ClubFull(Refusal):
    """The club is at a limit of its own: `limit`, `most`."""

    code = "club_full"
    text = "the club has no room for more"


class TooManyClubs(Refusal):
    """The player owns, or belongs to, as many clubs as the house allows: `limit`, `most`, `player`."""

    code = "too_many_clubs"
    text = "as many clubs as the house allows"


class AboveClubLimit(Refusal):
    """A table would be above a limit of the club: `limit`, `most`."""

    code = "above_club_limit"
    text = "more than the club allows"


class UnknownTemplate(Refusal):
    """There is no such template: `template`."""

    code = "unknown_template"
    text = "there is no such template"


class BadTemplate(Refusal):
    """A saved option is out of bounds: `option`, `why`."""

    code = "bad_template"
    text = "an option is out of bounds"


class BadLimit(Refusal):
    """A limit of the club is out of bounds: `limit`."""

    code = "bad_limit"
    text = "a limit is out of bounds"


class UnknownClubTable(Refusal):
    """The table is none of this club: `table`."""

    code = "unknown_club_table"
    text = "no table of this club"


class TableAway(Refusal):
    """The table does not answer; ask again under the same id."""

    code = "table_away"
    text = "the table does not answer yet"
