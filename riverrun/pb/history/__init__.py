"""Generated from protos/riverrun/history; `make protos` writes it anew."""
