"""What crosses a border.

Events, commands, views, streams and subjects, with the names under which they are stored.
"""
