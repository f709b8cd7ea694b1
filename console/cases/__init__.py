"""The conformance cases: read from files, played through the real commands and events, and compared."""
