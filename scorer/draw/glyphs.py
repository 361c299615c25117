"""The small pictures: houses, peaks, pennants, followers. Each is drawn around 0,0 on a tile of 100 by 100."""

from __future__ import annotations

from scorer.draw.canvas import Element, add, clip, glyph, pattern

INK = "#4a3423"


@glyph
def house(g: Element) -> None:
    g.attrib.update({"stroke": INK, "stroke-width": ".9", "stroke-linejoin": "round"})
    add(g, "path", d="M-7 6V0L-3.5-5 0 0V6Z", fill="#fbf1da")
    add(g, "path", d="M0 0H7V6H0Z", fill="#ead7ae")
    add(g, "path", d="M-3.5-5H4L8 .5H0Z", fill="#c8503c")


@glyph
def gate(g: Element) -> None:
    g.attrib.update({"stroke": INK, "stroke-width": "1", "stroke-linejoin": "round"})
    add(g, "path", d="M-9 6V-6H-6V-3.5H-3V-6H3V-3.5H6V-6H9V6Z", fill="#cfc4b2")
    add(g, "path", d="M-4 6V2A4 4 0 0 1 4 2V6Z", fill=INK)


@glyph
def pennant(g: Element) -> None:
    add(g, "path", d="M-9-10H9V1C9 8 3 11 0 12.5-3 11-9 8-9 1Z", fill="#fff", stroke="#1d2b53", stroke_width=1.4)
    add(g, "path", d="M-7-8H7V1C7 6.5 2.5 9 0 10.2-2.5 9-7 6.5-7 1Z", fill="#2456b3")
    add(
        g,
        "path",
        d="M-1.7-8H1.7V-1.7H7V1.7H1.7V9.5L0 10.2-1.7 9.5V1.7H-7V-1.7H-1.7Z",
        fill="#fff",
    )


@glyph
def cloister(g: Element) -> None:
    add(g, "ellipse", cy=4, rx=25, ry=21, fill="#e9e2c4", stroke="#8d9a5b", stroke_width=1.5)
    building = add(g, "g", stroke=INK, stroke_width=1.2, stroke_linejoin="round")
    add(building, "path", d="M-17 17V4L-9-4 0 4V17Z", fill="#fffaf0")
    add(building, "path", d="M0 4H17V17H0Z", fill="#efe3cb")
    add(building, "path", d="M-9-4H10L19 4.5H0Z", fill="#b5473a")
    add(building, "path", d="M-14 6V-10H-4V6Z", fill="#fffaf0")
    add(building, "path", d="M-15.5-9.5-9-20-2.5-9.5Z", fill="#b5473a")
    add(building, "path", d="M-9-20V-27M-12-24.5H-6", fill="none", stroke_width=1.8)
    add(
        building,
        "path",
        d="M-11.5 17V11A2.5 3 0 0 1-6.5 11V17ZM-10.5-2V-5A1.5 2 0 0 1-7.5-5V-2ZM5 13V9.5H8V13ZM11 13V9.5H14V13Z",
        fill=INK,
        stroke="none",
    )


@glyph
def tree(g: Element) -> None:
    add(g, "path", d="M0 1V5", stroke="#7a5a36", stroke_width=1.4)
    add(g, "circle", cy=-1.5, r=3.8, fill="#7fa653")
    add(g, "circle", cx=-1, cy=-2.5, r=1.8, fill="#98bd68")


@glyph
def tuft(g: Element) -> None:
    add(
        g,
        "path",
        d="M-3 1.5-2-2M0 2V-3M3 1.5 2-2",
        fill="none",
        stroke="#7f9f4e",
        stroke_width=1,
        stroke_linecap="round",
    )


@glyph
def peak(g: Element) -> None:
    add(g, "path", d="M-12 8-1-11 12 8Z", fill="#a68c74", stroke="#6c5644", stroke_width=1.1, stroke_linejoin="round")
    add(g, "path", d="M-1-11 12 8H3L0 1 2-4Z", fill="#86705c")
    add(g, "path", d="M-1-11-5-4-2.5-5.5-.5-3 1.5-5 4-3.5Z", fill="#fff")


@glyph
def town(g: Element) -> None:
    add(g, "ellipse", cy=2, rx=14.5, ry=11.5, fill="#e0ad6f", stroke="#5f4230", stroke_width=3)
    add(g, "ellipse", cy=2, rx=14.5, ry=11.5, fill="none", stroke="#f0e2c0", stroke_width=1.4, stroke_dasharray="3 2")
    roofs = add(g, "g", stroke=INK, stroke_width=0.9, stroke_linejoin="round")
    add(roofs, "path", d="M-10 5V0L-6.5-4-3 0V5ZM-1.5 8V3L2-1 5.5 3V8Z", fill="#fbf1da")
    add(roofs, "path", d="M-6.5-4H-1L2.5 0H-3ZM2-1H7.5L10.5 3H5.5Z", fill="#c8503c")
    add(roofs, "path", d="M1-1.5V-9H6V-1.5Z", fill="#fbf1da")
    add(roofs, "path", d="M-.2-8.8 3.5-15 7.2-8.8Z", fill="#c8503c")


@glyph
def boat(g: Element) -> None:
    add(g, "path", d="M-8 3H8L5 7.5H-5Z", fill="#6d4327", stroke="#fff", stroke_width=1)
    add(
        g, "path", d="M-1 2V-9M-1-9C5-7 6-2 6 1H-1Z", fill="#fff", stroke=INK, stroke_width=0.9, stroke_linejoin="round"
    )
    add(
        g,
        "path",
        d="M-2.3-7C-6-4-6-1-6 1H-2.3Z",
        fill="#f1d9b0",
        stroke=INK,
        stroke_width=0.9,
        stroke_linejoin="round",
    )


@glyph
def turret(g: Element) -> None:
    g.attrib.update({"stroke": "#39343f", "stroke-width": "1", "stroke-linejoin": "round"})
    add(g, "path", d="M-7 15V0H7V15Q0 17.5-7 15Z", fill="#dedbe2")
    add(g, "path", d="M-9 .5 0-13 9 .5Q0 3.5-9 .5Z", fill="#41618f")
    add(g, "path", d="M-1.5 8V4A1.5 2 0 0 1 1.5 4V8Z", fill="#39343f")
    add(g, "path", d="M0-13V-18L5-16.2 0-14.5", fill="#f2c53d")


@glyph
def manor(g: Element) -> None:
    g.attrib.update({"stroke": "#5c2c1c", "stroke-width": "1", "stroke-linejoin": "round"})
    add(g, "path", d="M-11 8V0L-6-7-1 0V8Z", fill="#fff3df")
    add(g, "path", d="M-1 0H11V8H-1Z", fill="#f0d9b8")
    add(g, "path", d="M-6-7H7L12.5 .5H-1Z", fill="#b23f2b")
    add(g, "path", d="M6-7V-11H9V-4", fill="#8c5a45")
    add(
        g,
        "path",
        d="M-7.5 8V3.5H-4.5V8ZM2 5.5V3H4.5V5.5ZM6.5 5.5V3H9V5.5Z",
        fill="#5c2c1c",
        stroke="none",
    )


@glyph
def market(g: Element) -> None:
    g.attrib.update({"stroke": "#4a3423", "stroke-width": "1", "stroke-linejoin": "round"})
    add(g, "path", d="M-9 0V9H9V0", fill="#c99a5b")
    add(g, "path", d="M-11-1-8-10H8L11-1Z", fill="#fff")
    add(g, "path", d="M-6.8-1-5-10H-1.7L-2.2-1ZM2.2-1 1.7-10H5L6.8-1Z", fill="#d8343c", stroke="none")
    add(g, "path", d="M-11-1-8-10H8L11-1Z", fill="none")
    add(g, "path", d="M-6 3.5H6", stroke="#f2c53d", stroke_width=2.4, stroke_dasharray="2.4 1.8")


@glyph
def fountain(g: Element) -> None:
    add(g, "circle", r=12.5, fill="#f4ecd8", stroke="#6b5a45", stroke_width=1.4)
    add(g, "circle", r=9, fill="#58aee0", stroke="#4d6375", stroke_width=1.6)
    add(g, "circle", r=3, fill="#f4ecd8", stroke="#4d6375", stroke_width=1.1)
    add(
        g, "path", d="M0-2V-6M-2 0H-6M2 0H6M0 2V6", stroke="#fff", stroke_width=1.6, stroke_linecap="round", fill="none"
    )


@glyph
def plaza(g: Element) -> None:
    add(g, "circle", r=14, fill="#f6ecd4", stroke="#7b6748", stroke_width=1.6)
    add(g, "circle", r=9, fill="none", stroke="#b59f78", stroke_width=1.4, stroke_dasharray="3 2.2")
    add(g, "circle", r=3.2, fill="#b59f78")


@glyph
def door(g: Element) -> None:
    add(g, "path", d="M-7 7V-1A7 7 0 0 1 7-1V7Z", fill="#efe3cb", stroke="#4a3423", stroke_width=1.4)
    add(g, "path", d="M-4 7V0A4 4 0 0 1 4 0V7Z", fill="#4a3423")


@glyph
def village(g: Element) -> None:
    add(g, "circle", r=9.5, fill="#e7d3a6", stroke="#6b5536", stroke_width=2)
    add(g, "circle", r=3, fill="#b08a54", stroke="#6b5536", stroke_width=1)


def _wooden(g: Element, outline: str) -> None:
    """A piece of wood, painted in the colour of whoever uses it."""
    add(g, "path", d=outline, stroke="#fff", stroke_width=5, stroke_linejoin="round")
    add(g, "path", d=outline, stroke="#1b1b1b", stroke_width=1.8, stroke_linejoin="round")


@glyph
def standing(g: Element) -> None:
    """A follower on his feet."""
    _wooden(g, _FIGURE)


@glyph
def lying(g: Element) -> None:
    """A follower who lies down, as farmers do."""
    _wooden(add(g, "g", transform="rotate(-90)"), _FIGURE)


@glyph
def abbot(g: Element) -> None:
    """An abbot in his robe, with a cross on the mitre."""
    _wooden(g, _ABBOT)
    add(g, "path", d="M0-20.5V-13.5M-2.6-17.8H2.6", stroke="#fff", stroke_width=3)
    add(g, "path", d="M0-20.5V-13.5M-2.6-17.8H2.6", stroke="#1b1b1b", stroke_width=1.5)


@glyph
def builder(g: Element) -> None:
    """A builder with his broad hat."""
    _wooden(g, _BUILDER)


@glyph
def hog(g: Element) -> None:
    """A player's own pig; the wheel's is another."""
    add(g, "path", d="M-14.5-1C-19-1.5-20.5-6-17.5-8", stroke="#fff", stroke_width=5, fill="none")
    _wooden(g, _HOG)
    add(g, "path", d="M-14.5-1C-19-1.5-20.5-6-17.5-8", stroke="#1b1b1b", stroke_width=1.8, fill="none")


_FIGURE = (
    "M0-19.5C4.3-19.5 6.8-16.4 6.4-12.6 6.2-11 5.6-9.9 5-9 11-7.8 17.5-4.5 17.5-.6 17.5 2.4 13.5 3.2 8.4 3"
    "C10.6 7.3 15.5 12.5 15.5 16.5 15.5 18.6 14 19.2 12 19.2H5.4C3.6 19.2 3.3 18.2 2.5 16.4"
    "L0 11.5-2.5 16.4C-3.3 18.2-3.6 19.2-5.4 19.2H-12C-14 19.2-15.5 18.6-15.5 16.5-15.5 12.5-10.6 7.3-8.4 3"
    "-13.5 3.2-17.5 2.4-17.5-.6-17.5-4.5-11-7.8-5-9-5.6-9.9-6.2-11-6.4-12.6-6.8-16.4-4.3-19.5 0-19.5Z"
)

_ABBOT = (
    "M0-24C3.2-21.5 5.6-18.5 5.6-14.8 5.6-12.6 4.9-10.9 3.8-9.6 8.5-8.4 12.4-4.4 12.4 .4 12.4 2.8 10.8 4 8.8 4"
    "C10 9.5 14 13.8 14 17 14 18.6 12.9 19.3 11.3 19.3H-11.3C-12.9 19.3-14 18.6-14 17-14 13.8-10 9.5-8.8 4"
    "-10.8 4-12.4 2.8-12.4 .4-12.4-4.4-8.5-8.4-3.8-9.6-4.9-10.9-5.6-12.6-5.6-14.8-5.6-18.5-3.2-21.5 0-24Z"
)
_BUILDER = (
    "M-6.5-14C-6.5-19-3.6-21.5 0-21.5S6.5-19 6.5-14H10.5V-10.6H5.6C5.3-9.8 4.8-9.1 4-8.5 9.5-7.4 14-4.5 14 0V9.5"
    "H9.8V19.2H1.8V11.5H-1.8V19.2H-9.8V9.5H-14V0C-14-4.5-9.5-7.4-4-8.5-4.8-9.1-5.3-9.8-5.6-10.6H-10.5V-14Z"
)
_HOG = (
    "M-15 0C-15-7.5-9-11.5-1-11.5 2-11.5 4.5-11 6.8-10.2L9.8-15.5 12.4-8.4C14.8-7 16.2-5 16.8-3H20.5V4.6H16.6"
    "C15.4 6.8 13.4 8.4 11 9.2V15.5H5.4V10.4H-5V15.5H-10.6V8.6C-13.4 6.8-15 3.6-15 0Z"
)


@pattern(20, 10)
def bricks(g: Element) -> None:
    add(g, "path", d="M0 0H20M0 5H20M5 0V5M15 5V10", stroke="#9d98a6", stroke_width=0.9)


@pattern(10, 10)
def roof_tiles(g: Element) -> None:
    add(
        g,
        "path",
        d="M0 1A2.5 3 0 0 0 5 1A2.5 3 0 0 0 10 1M-2.5 6A2.5 3 0 0 0 2.5 6A2.5 3 0 0 0 7.5 6A2.5 3 0 0 0 12.5 6",
        fill="none",
        stroke="#bd6f49",
        stroke_width=0.9,
    )


@pattern(25, 20)
def swell(g: Element) -> None:
    add(
        g,
        "path",
        d="M2 5Q4 2.5 6 5T10 5M14.5 15Q16.5 12.5 18.5 15T22.5 15",
        fill="none",
        stroke="#cfeaf6",
        stroke_width=1.3,
        stroke_linecap="round",
    )


@pattern(20, 20)
def scree(g: Element) -> None:
    add(
        g,
        "path",
        d="M3 6 5 3 7 6M12 16 14 13 16 16M14 5 15 3.5M4 15 5.5 13",
        fill="none",
        stroke="#a98f72",
        stroke_width=1,
        stroke_linecap="round",
    )


@pattern(20, 20)
def cobbles(g: Element) -> None:
    add(
        g,
        "path",
        d="M4 5h2M14 4h1.5M9 11h2M3 15h1.5M15 14h2M8 18.5h1.5",
        stroke="#b9c486",
        stroke_width=1.4,
        stroke_linecap="round",
    )


@pattern(20, 20)
def hatching(g: Element) -> None:
    """What is highlighted: stripes, so that the land can still be seen."""
    add(g, "path", d="M-4 4 4-4M-2 22 22-2M16 24 24 16", stroke="#ffe000", stroke_width=5)


@clip
def tile_edge(g: Element) -> None:
    add(g, "rect", width=100, height=100)


@glyph
def crown(g: Element) -> None:
    add(
        g,
        "path",
        d="M-10 7-12-6-5.5 0 0-9 5.5 0 12-6 10 7Z",
        fill="#f2b81c",
        stroke="#7a4b12",
        stroke_width=1.5,
        stroke_linejoin="round",
    )
    add(g, "path", d="M-9 3.5H9", stroke="#7a4b12", stroke_width=1.2)


@glyph
def pig(g: Element) -> None:
    g.attrib.update({"stroke": "#8a3350", "stroke-width": "1.4", "stroke-linejoin": "round", "fill": "#f59ab5"})
    add(g, "path", d="M-11 8V14H-6V8M4 8V14H9V8")
    add(g, "path", d="M-16-2Q-21-4-19-8-17-10-16-7", fill="none", stroke_linecap="round")
    add(g, "ellipse", cx=-2, cy=1, rx=15, ry=10.5)
    add(g, "path", d="M8-9 7-16 14-11")
    add(g, "circle", cx=13, cy=-3, r=8.5)
    add(g, "ellipse", cx=19, cy=-1.5, rx=4, ry=3.4, fill="#f9bccd")
    add(g, "path", d="M18-2.5V-.5M20.5-2.5V-.5M12-6V-5", stroke_width=1.8, stroke_linecap="round", fill="none")


@glyph
def wall_tile(g: Element) -> None:
    """A wall tile that lies face down on its tower."""
    add(g, "rect", x=-8, y=-8, width=16, height=16, rx=2.5, fill="#8c5a2f", stroke="#3f2611", stroke_width=1.4)
    add(g, "path", d="M-5 4V-3.5H-2.5V-1.2H-1.2V-3.5H1.2V-1.2H2.5V-3.5H5V4Z", fill="#e9c98f")


@glyph
def garden(g: Element) -> None:
    """A clipped hedge around flower beds and a basin."""
    add(g, "rect", x=-13, y=-13, width=26, height=26, rx=4, fill="#5e8f3c", stroke="#33571f", stroke_width=1.4)
    add(g, "rect", x=-9.5, y=-9.5, width=19, height=19, rx=2, fill="#efe3bd")
    beds = (
        "M-8-8H-2V-4A4 4 0 0 0-4-2H-8ZM8-8H2V-4A4 4 0 0 1 4-2H8ZM-8 8H-2V4A4 4 0 0 1-4 2H-8ZM8 8H2V4A4 4 0 0 0 4 2H8Z"
    )
    add(g, "path", d=beds, fill="#93bf5b", stroke="#4f7d31", stroke_width=0.9)
    flowers = add(g, "g", stroke="none")
    for x, y, colour in ((-6, -6, "#d8343c"), (6, -6, "#f2c53d"), (-6, 6, "#f2c53d"), (6, 6, "#d8343c")):
        add(flowers, "circle", cx=x, cy=y, r=1.7, fill=colour)
    add(g, "circle", r=3, fill="#58aee0", stroke="#4d6375", stroke_width=1)


@glyph
def spring(g: Element) -> None:
    """Where the river rises: rocks around the water."""
    rocks = add(g, "g", stroke="#6c5644", stroke_width=1, stroke_linejoin="round")
    add(rocks, "path", d="M-20 1-15-11-7-9-5-2-10 4Z", fill="#a68c74")
    add(rocks, "path", d="M-9-10-2-19 8-14 9-8 0-7Z", fill="#b9a38c")
    add(rocks, "path", d="M-14 5-8 2-2 10-5 17-13 14Z", fill="#b9a38c")
    add(rocks, "path", d="M0 10 7 7 15 11 12 17 2 17Z", fill="#a68c74")
    add(rocks, "path", d="M11-13 17-15 20-9 14-6Z", fill="#a68c74")
    add(g, "path", d="M-4-1Q-1-4 2-1T8-1M-2 5Q1 2 4 5", fill="none", stroke="#e4f4fb", stroke_width=1.4)


@glyph
def lake(g: Element) -> None:
    """Upon the water in which the river ends: ripples, reeds and a boat."""
    ripples = "M-14-5Q-11-8-8-5T-2-5M-12 8Q-9 5-6 8T0 8M3 14Q6 11 9 14"
    add(g, "path", d=ripples, fill="none", stroke="#e4f4fb", stroke_width=1.5, stroke_linecap="round")
    add(g, "path", d="M-9-14V-22M-6-15V-20M-12-12V-18", stroke="#6f8f3e", stroke_width=1.4, stroke_linecap="round")
    add(g, "path", d="M-9-22V-25M-6-20V-22.5M-12-18V-20", stroke="#7a4f28", stroke_width=2.4, stroke_linecap="round")
    add(g, "path", d="M2 2H15L12.5 6.5H4.5Z", fill="#6d4327", stroke="#fff", stroke_width=0.9)
    add(g, "path", d="M8 1V-9C12-7 13-3 13 0H8Z", fill="#fff", stroke=INK, stroke_width=0.9, stroke_linejoin="round")


@glyph
def inn(g: Element) -> None:
    """A house at a pond, with a sign."""
    add(g, "ellipse", cx=1, cy=6.5, rx=13, ry=5.5, fill="#74b9dd", stroke="#f2e3b3", stroke_width=1.6)
    house = add(g, "g", stroke=INK, stroke_width=1, stroke_linejoin="round")
    add(house, "path", d="M-9 6V-3L-4-9 1-3V6Z", fill="#fbf1da")
    add(house, "path", d="M1-3H10V6H1Z", fill="#ead7ae")
    add(house, "path", d="M-4-9H7L12-2.5H1Z", fill="#8c4a2f")
    add(house, "path", d="M-6 6V1.5A2 2 0 0 1-2 1.5V6ZM4 2.5V0H7V2.5Z", fill=INK, stroke="none")


@glyph
def cathedral(g: Element) -> None:
    """Two towers and a rose window; it fills the middle of its tile."""
    add(g, "ellipse", cy=14, rx=27, ry=10, fill="#e9d3a0", stroke="#8a6a3c", stroke_width=1.2)
    body = add(g, "g", stroke=INK, stroke_width=1.3, stroke_linejoin="round")
    add(body, "path", d="M-11 17V-6L0-17 11-6V17Z", fill="#f7ead0")
    add(body, "path", d="M-22 17V-10H-10V17ZM10 17V-10H22V17Z", fill="#fffaf0")
    add(body, "path", d="M-23.5-10-16-27-8.5-10ZM8.5-10 16-27 23.5-10Z", fill="#4d6f9c")
    add(body, "path", d="M-16-27V-33M-18.5-30.5H-13.5M16-27V-33M13.5-30.5H18.5", fill="none", stroke_width=1.6)
    add(body, "circle", cy=-3, r=4.6, fill="#7fb4dd")
    add(body, "path", d="M0-7.6V1.6M-4.6-3H4.6", fill="none", stroke_width=0.9)
    add(
        body,
        "path",
        d="M-5 17V9.5A5 5 0 0 1 5 9.5V17ZM-17.5 4V-1A1.5 2 0 0 1-14.5-1V4ZM14.5 4V-1A1.5 2 0 0 1 17.5-1V4Z",
        fill=INK,
        stroke="none",
    )


def _token(g: Element) -> Element:
    """The round ground on which goods are shown."""
    add(g, "circle", r=11.5, fill="#fff6df", stroke="#5f4230", stroke_width=1.6)
    return add(g, "g", stroke=INK, stroke_width=1, stroke_linejoin="round")


@glyph
def wine(g: Element) -> None:
    barrel = _token(g)
    add(barrel, "path", d="M-5-7.5H5Q8 0 5 7.5H-5Q-8 0-5-7.5Z", fill="#a3303f")
    add(barrel, "path", d="M-6.2-4H6.2M-6.2 4H6.2", fill="none", stroke="#f2c98f", stroke_width=1.7)


@glyph
def grain(g: Element) -> None:
    ears = _token(g)
    add(ears, "path", d="M0 9V-7M0 9-5.5-4M0 9 5.5-4", fill="none", stroke="#a8791c", stroke_width=1.3)
    for x, y, turn in ((0, -5.5, 0), (-5.2, -3.5, -24), (5.2, -3.5, 24)):
        ear = "M0-4.4C2.6-2 2.6 2 0 4.4-2.6 2-2.6-2 0-4.4Z"
        add(ears, "path", d=ear, fill="#f2c53d", stroke="#8a5f12", transform=f"translate({x} {y}) rotate({turn})")
    add(ears, "path", d="M-3 4.5H3", fill="none", stroke="#8a5f12", stroke_width=2)


@glyph
def cloth(g: Element) -> None:
    bale = _token(g)
    add(bale, "path", d="M-8 5.5V-1.5Q-8-5-4.5-5H4.5V5.5Z", fill="#2f7fb5")
    add(bale, "ellipse", cx=4.5, cy=0.2, rx=3.4, ry=5.3, fill="#8cc4e6")
    add(bale, "path", d="M4.5-2.6A1.7 2.7 0 1 1 3.4 1.4", fill="none")
