"""Generated from protos/riverrun/identity/v1; `make protos` writes it anew."""
