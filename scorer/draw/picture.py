"""An SVG document: a title and a description, definitions, and what uses them."""

from __future__ import annotations

from collections.abc import Iterable

from scorer.draw.canvas import FONT, SVG_NAMESPACE, Canvas, Fragment, element, glyph_text, text_of


class Picture:
    """A document that is being drawn."""

    def __init__(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        size: float | None,
        title: str,
        description: Iterable[str],
    ) -> None:
        self.canvas = Canvas()
        self.fragments: dict[str, Fragment] = {}
        root = element(
            "svg",
            xmlns=SVG_NAMESPACE,
            viewBox=f"{x:g} {y:g} {width:g} {height:g}",
            width=size,
            height=None if size is None else size * height / width,
            role="img",
            font_family=FONT,
            text_anchor="middle",
        )
        titled, described = element("title"), element("desc")
        titled.text, described.text = title, "\n".join(description)
        self.head = text_of(root).removesuffix(" />") + ">" + text_of(titled) + text_of(described)

    def use(self, fragment: Fragment, x: float, y: float, canvas: Canvas | None = None) -> None:
        """Shows a fragment, whose text goes once among the definitions."""
        self.fragments[fragment.id] = fragment
        (canvas or self.canvas).add("use", href=f"#{fragment.id}", x=x or None, y=y or None)

    def append(self, layer: Canvas) -> None:
        """Puts a layer on top."""
        self.canvas.group.append(layer.group)
        self.canvas.glyphs |= layer.glyphs

    def text(self) -> str:
        glyphs = self.canvas.glyphs.union(*(fragment.glyphs for fragment in self.fragments.values()))
        definitions = [*(glyph_text(name) for name in sorted(glyphs)), *(f.text for f in self.fragments.values())]
        return "".join([self.head, "<defs>", *definitions, "</defs>", text_of(self.canvas.group), "</svg>\n"])
