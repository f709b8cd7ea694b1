"""What kind of service a name means: of some there are several."""


def kind_of(name: str) -> str:
    """`table` for `table-2`; a service that there is one of is its own kind."""
    return name.partition("-")[0]
