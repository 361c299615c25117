"""The Abbot: he stands on cloisters and gardens, and may be taken back for points."""

from scorer.rules.abbot.part import ABBOT

__all__ = ["ABBOT"]
