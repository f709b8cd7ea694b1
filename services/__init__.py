"""The services: each starts with `python -m services.<name>` and knows no other."""
