"""What people decided on findings of review, as facts of their own: a rebuilt history keeps them (R11.2)."""
