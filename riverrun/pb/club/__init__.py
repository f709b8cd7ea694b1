"""Generated from protos/riverrun/club; `make protos` writes it anew."""
