"""Which tables this process hosts: slots on lease, a fair share of them, handed over in peace."""
