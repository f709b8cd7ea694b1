"""`python -m tests.chaos`: the whole system under play, broken again and again; then the log is read."""
