"""A person's account as this machine keeps it."""
