"""A thin layer over ElementTree: elements with short numbers, and glyphs that are drawn once and used often."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Final
from xml.etree import ElementTree as ET
from zlib import crc32

from scorer.draw.geometry import number

Element = ET.Element
Value = str | float | int | None
Values = dict[str, Value]

SVG_NAMESPACE: Final = "http://www.w3.org/2000/svg"
FONT: Final = "Verdana, 'DejaVu Sans', Arial, sans-serif"


def attributes(values: Values) -> dict[str, str]:
    """Attributes as SVG writes them: dashes for underscores (``class_``), short numbers, nothing for None."""
    answer = {}
    for name, value in values.items():
        if value is not None:
            written = value if isinstance(value, str) else number(value)
            answer[name.rstrip("_").replace("_", "-")] = written
    return answer


def element(tag: str, *children: Element, **values: Value) -> Element:
    made = Element(tag, attributes(values))
    made.extend(children)
    return made


def add(parent: Element, tag: str, **values: Value) -> Element:
    return ET.SubElement(parent, tag, attributes(values))


def write(parent: Element, content: str, x: float, y: float, size: float, **values: Value) -> Element:
    """A text around ``x`` (pictures anchor in the middle); ``y`` is its middle, not its baseline."""
    written = add(parent, "text", x=x, y=y + 0.36 * size, font_size=size, **values)
    written.text = content
    return written


def text_of(drawn: Element) -> str:
    return ET.tostring(drawn, encoding="unicode")


class Fragment:
    """Drawn elements as text, with an id that depends on what they show, and the glyphs that they use.

    Because the id follows from the content, pictures can stand in one page and never borrow each other's parts.
    """

    __slots__ = ("glyphs", "id", "text")

    def __init__(self, group: Element, glyphs: Iterable[str] = ()) -> None:
        group.set("id", "")
        anonymous = text_of(group)
        self.id = f"f{crc32(anonymous.encode()):08x}"
        self.text = anonymous.replace('id=""', f'id="{self.id}"', 1)
        self.glyphs = frozenset(glyphs)


class Canvas:
    """A group that is being drawn, and the glyphs it has used so far."""

    def __init__(self, **values: Value) -> None:
        self.group = element("g", **values)
        self.glyphs: set[str] = set()

    def add(self, tag: str, **values: Value) -> Element:
        return add(self.group, tag, **values)

    def use(self, glyph: str, x: float, y: float, *, scale: float = 1, **values: Value) -> None:
        if scale == 1:
            self.add("use", href=f"#{self.refer(glyph)}", x=x, y=y, **values)
        else:
            place = f"translate({number(x)} {number(y)}) scale({scale:g})"
            self.add("use", href=f"#{self.refer(glyph)}", transform=place, **values)

    def refer(self, glyph: str) -> str:
        """The id of a glyph, which will be among the definitions."""
        self.glyphs.add(glyph)
        return glyph_id(glyph)

    def fragment(self) -> Fragment:
        return Fragment(self.group, self.glyphs)


GlyphPainter = Callable[[Element], None]
#: By its name how each begins, and who paints it; filled when :mod:`scorer.draw.glyphs` is loaded, and never after.
_GLYPHS: dict[str, tuple[str, Values, GlyphPainter]] = {}


def glyph_id(name: str) -> str:
    return f"glyph-{name}"


def glyph(paint: GlyphPainter) -> GlyphPainter:
    """Registers a small picture around 0,0 under its function's name."""
    _GLYPHS[paint.__name__] = "g", {}, paint
    return paint


def pattern(width: int, height: int) -> Callable[[GlyphPainter], GlyphPainter]:
    """Registers a texture that repeats. Its lengths divide a tile's side, so that it runs on from tile to tile."""

    def register(paint: GlyphPainter) -> GlyphPainter:
        values: Values = {"width": width, "height": height, "patternUnits": "userSpaceOnUse"}
        _GLYPHS[paint.__name__] = "pattern", values, paint
        return paint

    return register


def clip(paint: GlyphPainter) -> GlyphPainter:
    """Registers a shape that others are cut to."""
    _GLYPHS[paint.__name__] = "clipPath", {}, paint
    return paint


@cache
def glyph_text(name: str) -> str:
    """A glyph as a definition."""
    tag, values, paint = _GLYPHS[name]
    group = element(tag, id=glyph_id(name), **values)
    paint(group)
    return text_of(group)
