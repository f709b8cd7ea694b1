"""What players' figures mean: flags of single hands, and the statistics that SQL makes of them (R10.1)."""
