"""What several services must agree on about a table: its state, its events' effects, what a viewer sees."""
