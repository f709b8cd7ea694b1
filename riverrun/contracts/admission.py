"""Whom a table admits beside those who sit there already (R11.1); all off unless its owner wants it."""

from typing import Annotated, Final

from msgspec import Meta, Struct


class AdmissionOptions(Struct, frozen=True, forbid_unknown_fields=True):
    """Who is not let in.

    Whoever comes from the address, the network or the device of somebody seated, or from a place nearer to
    one than so many metres (0: wherever he is).
    """

    refuse_same_address: bool = False
    refuse_same_network: bool = False
    refuse_same_device: bool = False
    least_distance_m: int = 0

    @property
    def asks(self) -> bool:
        """Whether it matters from where somebody comes."""
        places = bool(self.least_distance_m)
        return self.refuse_same_address or self.refuse_same_network or self.refuse_same_device or places


ADMISSION_BOUNDS: Final = {"least_distance_m": (0, 20_000)}


class Position(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a device says it is, in thousandths of a degree: coarse from the start, some hundred metres."""

    lat_mdeg: Annotated[int, Meta(ge=-90_000, le=90_000)]
    lon_mdeg: Annotated[int, Meta(ge=-180_000, le=180_000)]
