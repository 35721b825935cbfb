"""What Printworthy itself puts into a page is marked, and no filter touches it: filtering twice changes nothing."""

from __future__ import annotations

from typing import Final

from printworthy.data.tree import Node
from printworthy.filters.context import Context
from printworthy.filters.plan import ANY, CLAIM, Attributes, Plan

MARK: Final = "data-printworthy"


def spare_marked(plan: Plan) -> None:
    """Claim what bears the mark."""
    plan.test("marks", _marked, ANY, MARK)


def _marked(node: Node, attributes: Attributes, context: Context) -> int:
    return CLAIM
