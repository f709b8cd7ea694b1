"""What several services must agree on about a table: its state, how events change it, and what a viewer may see."""
