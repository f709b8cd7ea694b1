"""The commands of `riverrun club`, one file each, imported when it is called."""
