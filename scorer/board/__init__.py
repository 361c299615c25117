"""The board: tiles as they lie, what is joined, who stands where; it can be extended and taken back step by step."""
