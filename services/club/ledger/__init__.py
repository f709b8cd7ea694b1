"""A club's chips: double entry, one event a transfer, each applied once by its id (R11.5, R13.2 to R13.4)."""
