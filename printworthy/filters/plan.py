"""The plan of a chain: what each filter wants to see of the page, put together once for many pages.

A filter's file has one function `install(plan, settings)` that adds to the plan. Phase one are the `edits`, which
change attributes; phase two are `drops`, `tests` and `names`, which delete what they are shown, and `judges`, which see
an element after everything inside it was judged (Gupta et al. 2003, section 4.2). A filter names the attributes that
it wants to see: most elements have a class and nothing else, and cost next to nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from printworthy.data.tree import Node

if TYPE_CHECKING:
    from printworthy.filters.context import Context
    from printworthy.filters.layout import Element

Attributes: TypeAlias = dict[str, str | None]
Edit: TypeAlias = Callable[[Node, Attributes, "Context"], None]
Test: TypeAlias = Callable[[Node, Attributes, "Context"], int]
# May this class attribute (".") or id ("#") be of interest? If so: what of this very element?
Ask: TypeAlias = Callable[[str, str], bool]
Confirm: TypeAlias = Callable[[Node, str, str, "Context"], int]
Judge: TypeAlias = Callable[["Element"], int]
TextFilter: TypeAlias = Callable[[str], str]

ANY: Final = "*"
_REMEMBERED: Final = 20_000
# With more editors than this, a walk is faster than a query for the elements that they want to see.
_FEW: Final = 50

# What a test says: keep, delete with all inside, or claim: keep, and let no filter look inside. Above: a role.
KEEP: Final = 0
DROP: Final = -1
CLAIM: Final = -2

# What a judge says besides KEEP: delete, delete what is inside, or put what is inside in its place.
REMOVE: Final = 1
HOLLOW: Final = 2
UNWRAP: Final = 3

# Roles of elements, by which judges find them. A test or a name may give a role to an element whose tag has none.
CELL: Final = 1 << 0
LINKED: Final = 1 << 1
TABLE: Final = 1 << 2
BLOCK: Final = 1 << 3
FORM: Final = 1 << 4
NOSCRIPT: Final = 1 << 5
BANNER: Final = 1 << 6
LABELLED: Final = 1 << 7


class NamedTest(NamedTuple):
    """A test with the name of its filter, under which what it deletes is counted."""

    name: str
    call: Test


class NamedJudge(NamedTuple):
    """A judge, and the roles of the elements that it wants to see."""

    name: str
    roles: int
    call: Judge


class Names(NamedTuple):
    """A filter that knows elements by their class or id. `ask` is called once for each spelling."""

    name: str
    ask: Ask
    confirm: Confirm


class Interest(NamedTuple):
    """Who wants to see an element of some tag that has some attribute."""

    edits: tuple[Edit, ...]
    tests: tuple[NamedTest, ...]


# The interests in one tag, by attribute.
Watch: TypeAlias = dict[str, Interest]


@dataclass(slots=True)
class Plan:
    """What all filters want, by tag; `ANY` stands for every tag."""

    drops: dict[str, str] = field(default_factory=dict)
    edits: dict[tuple[str, str], list[Edit]] = field(default_factory=dict)
    tests: dict[tuple[str, str], list[NamedTest]] = field(default_factory=dict)
    names: list[Names] = field(default_factory=list)
    roles: dict[str, int] = field(default_factory=dict)
    judges: list[NamedJudge] = field(default_factory=list)
    texts: list[TextFilter] = field(default_factory=list)
    substance: frozenset[str] = frozenset()
    labels: frozenset[str] = frozenset()
    unwrap_links: bool = False
    picture_links: bool = False
    watches: dict[str, Watch] = field(default_factory=dict)
    # Who knows a class or id: pages, and the pages of a site, repeat them by the hundred.
    by_class: dict[str, list[Names]] = field(default_factory=dict)
    by_id: dict[str, list[Names]] = field(default_factory=dict)

    def drop(self, name: str, *tags: str) -> None:
        """Delete all elements of these tags."""
        for tag in tags:
            self.drops.setdefault(tag, name)

    def edit(self, call: Edit, tags: str, attributes: str) -> None:
        """Show elements of these tags to an editor if they have one of these attributes."""
        for tag in tags.split():
            for attribute in attributes.split():
                self.edits.setdefault((tag, attribute), []).append(call)

    def test(self, name: str, call: Test, tags: str, attributes: str) -> None:
        """Show elements of these tags to a test, before anything inside them, if they have one of these attributes."""
        for tag in tags.split():
            for attribute in attributes.split():
                self.tests.setdefault((tag, attribute), []).append(NamedTest(name, call))

    def name(self, name: str, ask: Ask, confirm: Confirm) -> None:
        """Ask about every class attribute and every id."""
        self.names.append(Names(name, ask, confirm))

    def who_knows(self, sign: str, names: str) -> list[Names]:
        """The filters that may know a class attribute or an id; remembered, but not without end."""
        known = self.by_class if sign == "." else self.by_id
        if len(known) > _REMEMBERED:
            known.clear()
        found = known[names] = [one for one in self.names if one.ask(sign, names)]
        return found

    def judge(self, name: str, roles: int, call: Judge) -> None:
        """Show elements of these roles to a judge, after everything inside them."""
        self.judges.append(NamedJudge(name, roles, call))

    def role(self, role: int, *tags: str) -> None:
        """Give a role to elements of these tags."""
        for tag in tags:
            self.roles[tag] = self.roles.get(tag, 0) | role

    def only_edits(self, mark: str) -> bool:
        """Does nobody want anything but to edit a few attributes, on a page where nothing bears the mark?"""
        if len(self.edits) > _FEW or any(attribute != mark for _, attribute in self.tests):
            return False
        return not (self.drops or self.names or self.roles or self.labels or self.texts or self.unwrap_links)

    def query(self) -> str:
        """A CSS selector for all elements that editors want to see."""
        return ",".join(f"{'' if tag == ANY else tag}[{attribute}]" for tag, attribute in self.edits)

    def watch(self, tag: str) -> Watch:
        """The interests in a tag, made once."""
        if tag not in self.watches:
            keys = {attribute for where, attribute in (*self.edits, *self.tests) if where in (tag, ANY)}
            self.watches[tag] = {key: self._interest(tag, key) for key in sorted(keys)}
        return self.watches[tag]

    def _interest(self, tag: str, key: str) -> Interest:
        edits = (*self.edits.get((tag, key), ()), *self.edits.get((ANY, key), ()))
        return Interest(edits, (*self.tests.get((tag, key), ()), *self.tests.get((ANY, key), ())))
