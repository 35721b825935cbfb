"""Small pages for the tests of pictures: a body in, its figures out; text with "DROPPED" in it is not kept."""

from __future__ import annotations

from printworthy.data.blocks import Figure
from printworthy.images.figures import Illustration, Manner, find_figures
from tests.building import URL, read

TEXT = "<p>" + "Ein Satz mit Worten. " * 5 + "</p>"


def illustrate(html: str, **how: object) -> Illustration:
    """What is found in a page."""
    tree, columns, kept = read(html)
    return find_figures(tree, columns, kept, URL, Manner(**how))


def figures(html: str) -> list[Figure]:
    """The figures of a page."""
    return list(illustrate(html).figures.values())


def inside(html: str) -> list[Figure]:
    """The figures of an article that holds this between two paragraphs."""
    return figures(f"<main><article>{TEXT}{html}{TEXT}</article></main>")
