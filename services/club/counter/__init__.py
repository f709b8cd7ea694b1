"""Where clubs and ledgers are asked over gRPC: read, checked by role, done in a thread, answered."""
