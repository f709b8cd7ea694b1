"""The audit log: written by pages, sealed and chained; read by who has its keys."""
