"""The registry of variants: a plain list, and how to find one by its id or alias."""

from __future__ import annotations

from typing import Final

from scorer.variant import Variant
from scorer.variants.base import Base, Base2000, Base2003
from scorer.variants.castle import Castle
from scorer.variants.discovery import Discovery
from scorer.variants.wheel import WheelOfFortune

VARIANTS: Final[tuple[Variant, ...]] = (Base2000(), Base2003(), Base(), WheelOfFortune(), Discovery(), Castle())

_BY_NAME: Final = {name: variant for variant in VARIANTS for name in (variant.id, *variant.aliases)}


def find_variant(name: str) -> Variant | None:
    """The variant of this id or alias."""
    return _BY_NAME.get(name.lower())
