"""NATS: who may do what, the server's configuration, its streams, connections, and reading JetStream."""
