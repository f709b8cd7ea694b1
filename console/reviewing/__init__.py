"""What `riverrun review` does: finding, telling, deciding, and being measured."""
