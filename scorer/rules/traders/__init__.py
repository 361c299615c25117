"""Traders & Builders: goods in cities, the builder's double turn and the pig."""

from scorer.rules.traders.part import TRADERS

__all__ = ["TRADERS"]
