"""From commits to rows: what thinks is pure, and the projector around it reads and writes."""
