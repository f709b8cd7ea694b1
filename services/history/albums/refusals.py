"""What an album says no to, each with a stable code."""

from riverrun.contracts.refusals import Refusal


class AlbumFull(Refusal):
    """The player keeps or shares as many hands as he may: `most`."""

    code = "album_full"
    text = "you keep or share as many hands as you may"


class UnknownShare(Refusal):
    """There is no such link; or it has been ended, or has run out."""

    code = "unknown_share"
    text = "this link shows nothing, or nothing any more"


class NotesShut(Refusal):
    """The house has no key under which a note could be kept."""

    code = "notes_shut"
    text = "this house keeps no notes"
