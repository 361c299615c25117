"""The questions a referee answers, each a function from a request to an answer, both plain JSON values."""
