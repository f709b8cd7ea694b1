"""History for those who count: whole tables as files, a player's results as pictures."""
