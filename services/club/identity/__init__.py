"""Who people are: accounts, their sessions and devices, and what is private about them."""
