"""Generated from protos/riverrun; `make protos` writes it anew."""
