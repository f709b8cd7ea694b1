"""Generated from protos/riverrun/identity; `make protos` writes it anew."""
