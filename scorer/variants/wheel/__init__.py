"""The Wheel of Fortune: the base game around a wheel, on which a pig brings actions and crown spaces pay."""

from scorer.variants.wheel.game import WheelOfFortune
from scorer.variants.wheel.parts import CROWN_SPACES, SEGMENT_WORDS, SEGMENTS, Wheel

__all__ = ["CROWN_SPACES", "SEGMENTS", "SEGMENT_WORDS", "Wheel", "WheelOfFortune"]
