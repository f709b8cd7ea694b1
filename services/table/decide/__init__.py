"""From a table and a command, or a step that the table owes, to the events that follow."""
