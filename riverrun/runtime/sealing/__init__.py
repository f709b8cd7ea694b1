"""AES-256-GCM boxes under named keys: a stored secret opens only where its key is, and where it belongs."""
