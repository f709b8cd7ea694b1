"""What the commands of `riverrun club` have in common: which club, which member, and a refusal in words."""
