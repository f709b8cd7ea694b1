"""The events of a table by what they tell of; `table_events` beside has them all with their names."""
