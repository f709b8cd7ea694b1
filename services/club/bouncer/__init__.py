"""Who may not come in and who has to leave: own limits, exclusions, members that were (R13.4)."""
