"""The import law, read from the source of every module: imports flow one way, and extras stay behind their doors.

base → data → steps → methods → reading → printing → doors. Steps never import each other, writers see only data, and
nobody imports from the package root.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "printworthy"
STEPS = "fetching follow render parse filters segment features model select refine images metadata build".split()
LEAVES = {"version", "errors", "options"}
ENGINE = {*LEAVES, "base", "data", *STEPS, "methods", "reading"}

# What each room may import, besides itself.
LAW: dict[str, set[str]] = {
    "version": set(),
    "errors": set(),
    "options": {"errors"},
    "base": {"errors"},
    "data": {"errors", "base"},
    **{step: {*LEAVES, "base", "data"} for step in STEPS},
    "workers": {"errors", "base"},
    "writers": {"version", "errors", "base", "data", "workers"},
    "methods": {*LEAVES, "base", "data", *STEPS},
    "reading": {*LEAVES, "base", "data", *STEPS, "methods"},
    "printing": {*ENGINE, "workers", "writers"},
    "evaluate": ENGINE,
    "train": {*ENGINE, "evaluate"},
    "apps": {*ENGINE, "workers", "writers", "printing", "evaluate", "train"},
    "__main__": {"apps"},
}
# Libraries that every installation has, and where they may be imported.
BASE_LIBRARIES: dict[str, set[str] | None] = {
    "numpy": None,
    "selectolax": {"parse", "filters"},
    "nh3": {"writers"},
}
# Rooms that are heavy as a whole: what they need they may import at the top, and others import them in functions only.
WORKSHOPS = {"train", "evaluate"}
# But what the annotator imports of them needs no extra.
APPRENTICES = {"apps.annotate": "train.own"}
# Libraries of the extras: imported in these rooms only, and inside functions, except in a workshop and at home.
EXTRA_LIBRARIES: dict[str, set[str]] = {
    "PIL": {"writers"},
    "segno": {"writers"},
    "spacy": {"images"},
    "typst": {"writers"},
    "aiohttp": {"fetching"},
    "yarl": {"fetching"},
    "publicsuffixlist": {"follow"},
    "playwright": {"render"},
    "mitmproxy": {"apps"},
    "fastapi": {"apps"},
    "prometheus_client": {"apps"},
    "starlette": {"apps"},
    "uvicorn": {"apps"},
    "daft": {"apps"},
    "isal": {"apps"},
    "pyarrow": {"apps"},
    "ray": {"apps"},
    "rich": {"apps"},
    "zstandard": {"apps"},
    "tomlkit": {"filters"},
    "adblock": {"filters"},
    "catboost": {"train"},
    "pycrfsuite": {"train"},
    "sklearn": {"train"},
    "matplotlib": {"train"},
    "fontTools": {"train"},
    "lxml": {"train", "evaluate"},
    "rapidfuzz": {"train", "evaluate"},
    "tldextract": {"train", "evaluate"},
    "trafilatura": {"train", "evaluate"},
    "readability": {"train", "evaluate"},
    "resiliparse": {"train", "evaluate"},
    # Peers that are measured where somebody has installed them.
    **{peer: {"evaluate"} for peer in "boilerpy3 goose3 justext newspaper rs_trafilatura turbohtml".split()},
}

# Where an extra is at home: files and folders that import it at the top. Nobody outside reaches them but in functions,
# and whoever enters without the extra hears its name (`base/extras.py`; tests/test_extras.py).
HOMES: dict[str, set[str]] = {
    "fastapi": {"apps.service", "apps.annotate.app"},
    "prometheus_client": {"apps.service"},
    "starlette": {"apps.service", "apps.annotate.app"},
    "uvicorn": {"apps.service", "apps.annotate.app"},
    "ray": {"apps.service.cluster"},
    "mitmproxy": {"apps.proxy", "apps.cli.commands.proxy"},
    "pyarrow": {"apps.batch", "apps.cli.commands.batch"},
    "zstandard": {"apps.batch", "apps.cli.commands.batch"},
}


class Import(NamedTuple):
    """One import statement's target, and whether it runs when its module is imported."""

    target: str
    line: int
    eager: bool


MODULES = sorted(PACKAGE.rglob("*.py"))


def module_name(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


NAMES = {module_name(path) for path in MODULES}


def imports(path: Path) -> Iterator[Import]:
    """The imports of a module, except those for type checkers alone."""
    yield from _imports(ast.parse(path.read_text("utf-8")).body, eager=True)


def _imports(nodes: list[ast.stmt], eager: bool) -> Iterator[Import]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, node.lineno, eager) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                yield Import(whole if whole in NAMES else node.module or "", node.lineno, eager)
        elif not _type_checking(node):
            inner = eager and not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            yield from _children(node, inner)


def _children(node: ast.AST, eager: bool) -> Iterator[Import]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            yield from _imports([child], eager)
        else:
            yield from _children(child, eager)


def _type_checking(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


def room(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def inside(module: str, places: Iterable[str]) -> bool:
    return any(f"{module}.".startswith(f"printworthy.{place}.") for place in places)


def each_import(path: Path) -> Iterator[tuple[str, Import]]:
    where = path.relative_to(PACKAGE.parent)
    for found in imports(path):
        yield f"{where}:{found.line} imports {found.target}", found


def eager_imports(path: Path) -> set[str]:
    """What a module imports at its top: modules of ours, with the packages around them, and libraries."""
    targets = {found.target for found in imports(path) if found.eager}
    return targets | {name for target in targets for name in NAMES if target.startswith(f"{name}.")}


EAGER = {module_name(path): eager_imports(path) for path in MODULES}


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_rooms(path: Path) -> None:
    here = room(module_name(path))
    if not here:
        return  # the root shows the public names; tests/test_public_names.py holds it
    assert here in LAW, f"{here} is a new room: say in LAW what it may import"
    for told, found in each_import(path):
        if found.target.split(".")[0] == "printworthy":
            assert found.target != "printworthy", f"{told}: import the submodule, not the root"
            assert room(found.target) in LAW[here] | {here}, told
            known = [theirs for ours, theirs in APPRENTICES.items() if inside(module_name(path), [ours])]
            workshop = room(found.target) in WORKSHOPS and here not in WORKSHOPS and not inside(found.target, known)
            assert not (workshop and found.eager), f"{told}: import it inside the function that needs it"


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_libraries(path: Path) -> None:
    here = room(module_name(path))
    for told, found in each_import(path):
        library = found.target.split(".")[0]
        if library in sys.stdlib_module_names or library == "printworthy":
            continue
        assert library in BASE_LIBRARIES or library in EXTRA_LIBRARIES, f"{told}: declare it in pyproject.toml and here"
        rooms = BASE_LIBRARIES.get(library, EXTRA_LIBRARIES.get(library))
        assert rooms is None or here in rooms, f"{told}: it belongs to {rooms}"
        home = here in WORKSHOPS or inside(module_name(path), HOMES.get(library, ()))
        if library in EXTRA_LIBRARIES and not home:
            assert not found.eager, f"{told}: import it inside the function that needs it"


@pytest.mark.parametrize("library", HOMES)
def test_extras_stay_at_home(library: str) -> None:
    """Whoever reaches a library of an extra by imports at the top is at home there."""
    reached = {name for name, found in EAGER.items() if any(one.split(".")[0] == library for one in found)}
    assert reached, f"nobody imports {library} at the top: take it out of HOMES"
    while further := {name for name, found in EAGER.items() if found & reached} - reached:
        reached |= further
    strangers = sorted(name for name in reached if not inside(name, HOMES[library]))
    assert not strangers, f"they cannot be imported without {library}: {strangers}"


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_no_globals(path: Path) -> None:
    lines = [node.lineno for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Global)]
    assert not lines, f"{path.name}: global at lines {lines}; pass the value instead"


def test_no_cycles() -> None:
    graph = {
        module_name(path): {found.target for found in imports(path) if found.eager and found.target in NAMES}
        for path in MODULES
    }
    try:
        TopologicalSorter({name: targets - {name} for name, targets in graph.items()}).prepare()
    except CycleError as error:
        pytest.fail(f"modules import each other: {' → '.join(error.args[1])}")


def test_law_is_an_order() -> None:
    """The law itself allows no circle, or it would hold nothing."""
    TopologicalSorter(LAW).prepare()
