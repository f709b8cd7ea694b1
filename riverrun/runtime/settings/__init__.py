"""Settings: one frozen class a service, read from the environment."""
