"""A game as it lies on the table: how a position is read and checked, and what one move does to it."""
