"""Every regular expression of the package, where it stands and how it is used; and strings that are its worst case.

A pattern is found in the source (each call of `re`) and in the modules as they are once imported, so that one that is
put together from parts is found as well. Its worst case is built from its own parse tree: what stands before a
repetition, then thousands of times what the repetition takes, then something that makes the match fail.
"""

from __future__ import annotations

import ast
import importlib
import itertools
import re
import signal
import time
import warnings
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

_PARSER: Final = re._parser
_TREE: Final = type(_PARSER.parse("x"))
PACKAGE: Final = Path(__file__).resolve().parents[2] / "printworthy"
CALLS: Final = frozenset("compile match search sub subn split findall finditer fullmatch".split())
ANCHORED: Final = frozenset({"match", "fullmatch"})
_REPEATS: Final = frozenset({"MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"})
_MANY: Final = 100
_STRANGE: Final = "\x01"
_PIECES: Final = 12


@dataclass(frozen=True)
class Found:
    """A pattern of a module; `anchored`: it is only ever tried at the beginning of a text."""

    where: str
    pattern: re.Pattern[Any]
    anchored: bool


def module_names() -> list[str]:
    """Every module of the package but the ones that are programs."""
    paths = sorted(PACKAGE.rglob("*.py"))
    names = (".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts) for path in paths)
    return [name.removesuffix(".__init__") for name in names if not name.endswith("__main__")]


def find_all() -> list[Found]:
    """The patterns of all modules, each where it is made."""
    found: dict[tuple[str | bytes, int], Found] = {}
    uses = _uses()
    for name in module_names():
        with warnings.catch_warnings():  # the libraries of the doors warn of themselves
            warnings.simplefilter("ignore")
            module, source = importlib.import_module(name), _source(name)
        for variable in _assigned(source):
            methods = uses[name, variable]
            anchored = bool(methods) and methods <= ANCHORED
            for pattern in _patterns(vars(module).get(variable)):
                key = (pattern.pattern, pattern.flags)
                if key not in found or not anchored:
                    found[key] = Found(f"{name}:{variable}", pattern, anchored)
        for call in calls(source):
            method = ast.unparse(call.func).removeprefix("re.")
            if isinstance(call.args[0], ast.Constant) and method != "compile":
                pattern = re.compile(call.args[0].value)
                where = f"{name}:{pattern.pattern}"
                found.setdefault((pattern.pattern, pattern.flags), Found(where, pattern, method in ANCHORED))
    return list(found.values())


def calls(tree: ast.AST) -> Iterator[ast.Call]:
    """The calls of `re.…` in a piece of source."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "re"
            and node.func.attr in CALLS
        ):
            yield node


def made_in_functions() -> set[str]:
    """The module and source of patterns that a function makes of parts: nothing above finds them."""
    found = set()
    for name in module_names():
        for function in ast.walk(_source(name)):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                made = (call.args[0] for call in calls(function) if not isinstance(call.args[0], ast.Constant))
                found |= {f"{name}: {ast.unparse(pattern)}" for pattern in made}
    return found


@cache
def _source(name: str) -> ast.Module:
    path = PACKAGE.parent.joinpath(*name.split("."))
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return ast.parse(path.read_text("utf-8"))


def _assigned(tree: ast.Module) -> Iterator[str]:
    """The names that a module gives values to."""
    for node in tree.body:
        targets = getattr(node, "targets", [getattr(node, "target", None)])
        targets = targets if isinstance(node, ast.Assign | ast.AnnAssign) else []
        yield from (name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name))


def _homes(tree: ast.Module) -> dict[str, tuple[str, str]]:
    """Names of a module that come from other modules of ours, and where from."""
    return {
        alias.asname or alias.name: (node.module or "", alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def _uses() -> dict[tuple[str, str], set[str]]:
    """The methods that are called on what has a name; a name that is used in any other way is "passed on"."""
    uses: dict[tuple[str, str], set[str]] = defaultdict(set)
    for module in module_names():
        tree, called = _source(module), set()
        homes = _homes(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                uses[homes.get(node.value.id, (module, node.value.id))].add(node.attr)
                called.add(id(node.value))
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in called:
                uses[homes.get(node.id, (module, node.id))].add("passed on")
    return uses


def _patterns(value: object, depth: int = 4) -> Iterator[re.Pattern[Any]]:
    """The patterns in a value, and in what it holds."""
    if isinstance(value, re.Pattern):
        yield value
    elif depth and isinstance(value, dict):
        for one in value.values():
            yield from _patterns(one, depth - 1)
    elif depth and isinstance(value, tuple | list | set | frozenset):
        for one in value:
            yield from _patterns(one, depth - 1)


# --- worst cases ------------------------------------------------------------------------------------------------------


def worst_cases(pattern: re.Pattern[Any], size: int) -> Iterator[Any]:
    """Texts of about `size` letters (or bytes) on which a pattern that can be slow is slow."""
    source = pattern.pattern
    text = source.decode("latin-1") if isinstance(source, bytes) else source
    flags = pattern.flags & ~re.UNICODE if isinstance(source, bytes) else pattern.flags
    tree = _PARSER.parse(source, flags) if isinstance(source, bytes) else _PARSER.parse(text, flags)
    seen = set()
    for before, bodies in _repeats(tree, ""):
        for pump, end in itertools.product(_pumps(bodies), ("", _STRANGE, "\n" + _STRANGE)):
            case = before + pump * (max(0, size - len(before)) // len(pump)) + end
            if case not in seen:
                seen.add(case)
                yield case.encode("latin-1", "replace") if isinstance(source, bytes) else case


def _pumps(bodies: list[str]) -> list[str]:
    pairs = ["".join(pair) for pair in itertools.permutations(bodies[:4], 2)]
    return [body for body in dict.fromkeys([*bodies, *pairs]) if body]


def _repeats(tree: Any, before: str) -> Iterator[tuple[str, list[str]]]:
    """For each long repetition: a text that leads up to it, and texts that it, or what stands beside it, takes."""
    items = list(tree)
    for place, (operation, argument) in enumerate(items):
        name = str(operation)
        lead = before + "".join((_samples([item]) or [""])[0] for item in items[:place])
        if name in _REPEATS and argument[1] >= _MANY:
            beside = [text for item in items[max(0, place - 1) : place + 3] for text in _samples([item])]
            bodies = list(dict.fromkeys([*_samples(argument[2]), *_letters(argument[2]), *beside]))
            yield lead, bodies[:_PIECES]
            if lead:
                yield "", [*bodies[: _PIECES // 2], lead, lead + (bodies[0] if bodies else "")]
        for inner in _inner(name, argument):
            yield from _repeats(inner, lead)


def _inner(name: str, argument: Any) -> list[Any]:
    if name in _REPEATS:
        return [argument[2]]
    if name == "SUBPATTERN":
        return [argument[3]]
    if name == "BRANCH":
        return list(argument[1])
    if name == "ATOMIC_GROUP":
        return [argument]
    if name in ("ASSERT", "ASSERT_NOT"):
        return [argument[1]]
    return []


def _samples(tree: Any) -> list[str]:
    """A few texts that a part of a pattern matches, or nearly."""
    found = [""]
    for operation, argument in tree:
        options = _one(str(operation), argument)
        if options:
            found = [head + tail for head in found for tail in options][:8]
    return [text for text in dict.fromkeys(found) if text]


def _one(name: str, argument: Any) -> list[str]:
    if name == "LITERAL":
        return [chr(argument)]
    if name in ("NOT_LITERAL", "ANY", "IN"):
        return _members(name, argument)
    if name in _REPEATS:
        return [text * max(1, argument[0]) for text in _samples(argument[2])]
    if name == "BRANCH":
        return [text for branch in argument[1] for text in _samples(branch)[:2]][:8]
    if name in ("ASSERT", "ASSERT_NOT"):
        return []
    return [text for inner in _inner(name, argument) for text in _samples(inner)]


def _letters(tree: Any) -> list[str]:
    """Single letters that stand in any set of a part."""
    found = []
    for operation, argument in tree:
        name = str(operation)
        if name in ("IN", "ANY", "NOT_LITERAL", "LITERAL"):
            found += _one(name, argument)
        for inner in _inner(name, argument):
            found += _letters(inner)
    return found


_TRIED: Final = "a0 _-\t\n.,;:\"'<>/(=[{|*#x\u00e9\u4e00"


def _members(name: str, argument: Any) -> list[str]:
    """Letters that a set takes."""
    parsed = [(getattr(_PARSER, name), argument)]
    state = _PARSER.State()
    state.str = ""
    pattern = _compiled(_TREE(state, parsed))
    told = [chr(part[1]) for part in argument if str(part[0]) == "LITERAL"][:4] if name == "IN" else []
    ranges = [chr(part[1][0]) for part in argument if str(part[0]) == "RANGE"][:3] if name == "IN" else []
    return [one for one in dict.fromkeys([*told, *ranges, *_TRIED]) if pattern.match(one)][:5]


def _compiled(tree: Any) -> re.Pattern[str]:
    return re._compiler.compile(tree, re.UNICODE)  # type: ignore[attr-defined]


# --- measuring --------------------------------------------------------------------------------------------------------


class TooSlowError(Exception):
    """A match was stopped."""


@contextmanager
def cpu_limit(seconds: float) -> Iterator[None]:
    """Stop what takes more CPU time: a match looks for signals while it runs."""

    def stop(*_: object) -> None:
        raise TooSlowError

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def cost(found: Found, text: Any, limit: float) -> float:
    """CPU seconds to use the pattern on a text, as it is used; `limit` if it was stopped there."""
    start = time.process_time()
    try:
        with cpu_limit(limit):
            if found.anchored:
                found.pattern.match(text)
                found.pattern.fullmatch(text)
            else:
                for _ in found.pattern.finditer(text):
                    pass
    except TooSlowError:
        return limit
    return time.process_time() - start
