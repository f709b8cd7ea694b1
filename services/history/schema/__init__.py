"""The schema in plain SQL, and what brings a database up to it."""
