"""How a service lives as a process: start, health, drain, stop."""
