"""The schemas: how requests are read, and what reference data looks like.

A request's fields carry the library's own shapes, so that its values are read once, by the library, which knows how to
say what is wrong with them. Answers are described by shapes too (:mod:`scorer.referee.answers`).
"""
