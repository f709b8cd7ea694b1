"""Tables and hands in words and pictures, for people who read a terminal."""
