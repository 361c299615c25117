"""Second scorers, written from the rulebooks alone: slow, plain, and sharing no code with `scorer`.

They answer the same questions as the library, so that random games can be judged by both and compared. Positions
go in as the contract's plain dicts, tiles as the plain `kinds` list of a tile set's JSON. Only legal positions are
asked; nothing here refuses a wrong one.
"""
