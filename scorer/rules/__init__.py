"""What games are made of: parts, and how they are put together."""
