"""Tables played by the rules alone: no service, no clock, no log, a deck that is given."""
