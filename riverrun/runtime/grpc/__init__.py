"""What services share when they call each other: channels, servers, and how a call is refused."""
