"""What crosses a border: events, commands, views, streams and subjects, with the names under which they are stored."""
