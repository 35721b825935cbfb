"""The plan of a chain: what each filter wants to see of the page, put together once for many pages.

A filter's file has one function `install(plan, settings)` that adds to the plan. Phase one are the `edits`, which
change attributes; phase two are `drops`, `tests` and `names`, which delete what they are shown, and `judges`, which see
an element after everything inside it was judged (Gupta et al. 2003, section 4.2). A filter names the attributes that
it wants to see: most elements have a class and nothing else, and cost next to nothing.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from printworthy.base.links import Resolver
from printworthy.data.tree import Node
from printworthy.filters.walk.node_kinds import FIELDS, FORGOTTEN, HEADINGS, HOLDERS, INNER, KINDS, LINKLESS

if TYPE_CHECKING:
    from printworthy.filters.walk.layout import Element

# All elements below a node that a CSS selector means, or `UsageError` if it is none.
Find: TypeAlias = Callable[[Node, str], list[Node]]
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
# Tags that the parser knows have smaller numbers; others are numbered by an address in memory, which differs by page.
NUMBERED: Final = 256
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
DISCUSSION: Final = 1 << 8
CONSENT: Final = 1 << 9
NOTICE: Final = 1 << 10
# All roles together are less than this.
ROLES: Final = 1 << 11
MARK: Final = "data-printworthy"


@dataclass(slots=True)
class Context:
    """One page.

    chosen: what tests need not ask for: nodes by their identity, with the filter's name and a verdict.
    spared: nothing here is taken for an advertisement.
    own:    what addresses on the page's own host begin with.
    known:  verdicts by address, because pages repeat them; `matched`: what selectors mean.
    """

    root: Node
    url: str
    host: str
    resolver: Resolver
    find: Find
    own: tuple[str, ...] = ()
    spared: bool = False
    chosen: dict[int, tuple[int, str]] = field(default_factory=dict)
    known: dict[str, int] = field(default_factory=dict)
    matched: dict[str, frozenset[int]] = field(default_factory=dict)


class NamedTest:
    """A test with the name of its filter, under which what it deletes is counted."""

    def __init__(self, name: str, call: Test) -> None:
        self.name = name
        self.call = call


class NamedJudge:
    """A judge, and the roles of the elements that it wants to see."""

    def __init__(self, name: str, roles: int, call: Judge) -> None:
        self.name = name
        self.roles = roles
        self.call = call


class Names:
    """A filter that knows elements by their class or id. `ask` is called once for each spelling."""

    def __init__(self, name: str, ask: Ask, confirm: Confirm) -> None:
        self.name = name
        self.ask = ask
        self.confirm = confirm


class Interest:
    """Who wants to see an element of some tag that has some attribute."""

    def __init__(self, edits: list[Edit], tests: list[NamedTest]) -> None:
        self.edits = edits
        self.tests = tests


# The interests in one tag, by attribute.
Watch: TypeAlias = dict[str, Interest]


class TagRule:
    """What the walk does at a tag.

    kind:      as in `node_kinds.py`, and so are `holder` and `heading`.
    drop:      the filter that deletes it, if one does.
    watch:     who wants to see it.
    role:      the role that its elements have.
    solid:     is it of substance by itself?
    fields:    how much it asks the reader for.
    linkless:  are there no links inside it that are worth keeping, if it is deleted?
    by_names:  does somebody want to see its class or id besides those who know elements by them?
    """

    def __init__(self, tag: str, drop: str, watch: Watch, role: int, solid: bool) -> None:
        self.kind = KINDS.get(tag, INNER)
        self.holder = tag in HOLDERS
        self.heading = tag in HEADINGS
        self.drop = drop
        self.watch = watch
        self.by_names = "class" in watch or "id" in watch
        self.role = role
        self.solid = solid
        self.fields = FIELDS.get(tag, 0)
        self.linkless = tag in LINKLESS or drop in FORGOTTEN


def _unknown() -> list[TagRule | None]:
    return [None] * NUMBERED


@dataclass(slots=True)
class WalkPlan:
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
    prose: int = sys.maxsize
    retain_links: bool = False
    # The tags that filters name.
    tags: set[str] = field(default_factory=lambda: {*KINDS, *HEADINGS, *LINKLESS})
    # Rules by tag; what no filter names is under `ANY`, so that pages cannot make this grow.
    rules: dict[str, TagRule] = field(default_factory=dict)
    # The same by the parser's number, for tags that always have the same.
    numbered: list[TagRule | None] = field(default_factory=_unknown)
    # Who knows a class or id: pages, and the pages of a site, repeat them by the hundred.
    by_class: dict[str, list[Names]] = field(default_factory=dict)
    by_id: dict[str, list[Names]] = field(default_factory=dict)

    def drop(self, name: str, *tags: str) -> None:
        """Delete all elements of these tags."""
        self.tags.update(tags)
        for tag in tags:
            self.drops.setdefault(tag, name)

    def edit(self, call: Edit, tags: str, attributes: str) -> None:
        """Show elements of these tags to an editor if they have one of these attributes."""
        self.tags.update(tags.split())
        for tag in tags.split():
            for attribute in attributes.split():
                self.edits.setdefault((tag, attribute), []).append(call)

    def test(self, name: str, call: Test, tags: str, attributes: str) -> None:
        """Show elements of these tags to a test, before anything inside them, if they have one of these attributes."""
        self.tags.update(tags.split())
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
        self.tags.update(tags)
        for tag in tags:
            self.roles[tag] = self.roles.get(tag, 0) | role

    def only_edits(self, mark: str) -> bool:
        """Does nobody want anything but to edit a few attributes, on a page where nothing bears the mark?"""
        if len(self.edits) > _FEW or any(attribute != mark for _, attribute in self.tests):
            return False
        return not (self.drops or self.names or self.roles or self.labels or self.texts or self.unwrap_links)

    def query(self) -> str:
        """A CSS selector for all elements that editors may want to see; to ask for their tags, too, takes longer."""
        return ",".join(dict.fromkeys(f"[{attribute}]" for _, attribute in self.edits))

    def extensible(self) -> WalkPlan:
        """The same plan, to add tests and names to."""
        tests = {where: found[:] for where, found in self.tests.items()}
        fresh = replace(self, tests=tests, names=self.names[:], tags=self.tags.copy(), by_class={}, by_id={})
        fresh.rules, fresh.numbered = {}, _unknown()
        return fresh

    def rule(self, tag: str) -> TagRule:
        """What the walk does at a tag, made once."""
        key = tag if tag in self.tags or tag in self.substance else ANY
        known = self.rules.get(key)
        if known is None:
            drop, role, solid = self.drops.get(key, ""), self.roles.get(key, 0), key in self.substance
            known = self.rules[key] = TagRule(key, drop, self._watch(key), role, solid)
        return known

    def _watch(self, tag: str) -> Watch:
        """The interests in a tag: those in any tag, and its own before them."""
        own = {attribute for where, attribute in (*self.edits, *self.tests) if where == tag}
        watch = {} if tag == ANY else self.rule(ANY).watch.copy()
        for key in sorted(own):
            rest = watch.get(key)
            edits, tests = self.edits.get((tag, key), []), self.tests.get((tag, key), [])
            watch[key] = Interest(edits, tests) if rest is None else Interest(edits + rest.edits, tests + rest.tests)
        return watch


def spare_marked(plan: WalkPlan) -> None:
    """Claim what bears the mark."""
    plan.test("marks", _marked, ANY, MARK)


def _marked(node: Node, attributes: Attributes, context: Context) -> int:
    return CLAIM
