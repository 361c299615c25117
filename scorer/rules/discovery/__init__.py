"""The Discovery (Overzee): points come only from followers that are taken back, each by itself."""

from scorer.rules.discovery.part import DISCOVERY

__all__ = ["DISCOVERY"]
