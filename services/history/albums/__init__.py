"""What a player keeps of his hands and shows to others: favourites and share links, as facts of their own."""
