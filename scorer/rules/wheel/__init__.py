"""The Wheel of Fortune: the base game around a wheel, on which a pig brings actions and crown spaces pay."""

from scorer.rules.wheel.part import WHEEL
from scorer.rules.wheel.state import CROWN_SPACES, SEGMENT_WORDS, SEGMENTS, WheelState

__all__ = ["CROWN_SPACES", "SEGMENTS", "SEGMENT_WORDS", "WHEEL", "WheelState"]
