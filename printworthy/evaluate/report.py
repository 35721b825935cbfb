"""Report: what every tool made of every page → tables for people, and one JSON value for programs."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean, median
from typing import Any

from printworthy.errors import InputError
from printworthy.evaluate.metrics import MEASURES, Measure, Score, score
from printworthy.evaluate.peers import Tool
from printworthy.evaluate.runner import PageOutcome


@dataclass(frozen=True, slots=True)
class Report:
    """One run of the evaluation: what was measured, on which pages, with which tools; the first tool is ours."""

    data: str
    layout: str
    measure: Measure
    tools: Sequence[Tool]
    pages: Sequence[PageOutcome]


def measures_for(measure: Measure) -> list[Measure]:
    """The measures a run counts: the chosen one, and its twin for the table by language."""
    return list(dict.fromkeys([measure, _by_language(measure)]))


def render(report: Report) -> str:
    """The tables: quality over all pages, by page type, by language; then CPU time."""
    parts = [
        f"{len(report.pages)} pages of {report.data} ({report.layout}): F1 (precision/recall), {report.measure.title}",
        _quality(report, "page type", report.measure, lambda page: page.page_type),
    ]
    if len({page.language for page in report.pages}) > 1:
        twin = _by_language(report.measure)
        if twin is not report.measure:
            parts.append(f"By language, in {twin.title}:")
        parts.append(_quality(report, "language", twin, lambda page: page.language))
    parts.append(_speed(report))
    parts.extend(_failures(report))
    return "\n\n".join(parts) + "\n"


def render_worst(report: Report, count: int) -> str:
    """The pages on which the first tool does worst, with the others' F1 beside it."""
    first = report.tools[0].name
    ranked = sorted(report.pages, key=lambda page: (page_score(page, first, report.measure).f1, page.id))
    head = ["page", "type", "language", *(tool.name for tool in report.tools), "address"]
    rows = [
        [
            page.id,
            page.page_type or "–",
            page.language,
            *(_cell(page_score(page, tool.name, report.measure)) for tool in report.tools),
            page.url,
        ]
        for page in ranked[:count]
    ]
    return f"The worst {len(rows)} of {first}:\n\n{table(head, rows)}\n"


def as_json(report: Report) -> dict[str, Any]:
    """Everything that was measured, as plain values."""
    return {
        "data": report.data,
        "layout": report.layout,
        "measure": report.measure.name,
        "tools": {tool.name: _tool_json(report, tool) for tool in report.tools},
        "pages": [_page_json(report, page) for page in report.pages],
    }


def write_json(report: Report, path: Path) -> None:
    """Everything that was measured, into a file."""
    path.write_text(json.dumps(as_json(report), ensure_ascii=False, indent=1) + "\n", "utf-8")


def page_score(page: PageOutcome, tool: str, measure: Measure) -> Score:
    """One tool's score on one page."""
    return score(page.tools[tool].tallies[measure.name])


def group_scores(
    pages: Iterable[PageOutcome], tool: str, measure: Measure, key: Callable[[PageOutcome], str]
) -> dict[str, Score]:
    """One tool's score by group of pages."""
    groups = defaultdict(list)
    for page in pages:
        groups[key(page)].append(page.tools[tool].tallies[measure.name])
    return {name: measure.combine(tallies) for name, tallies in sorted(groups.items())}


def milliseconds(pages: Iterable[PageOutcome], tool: str) -> dict[str, float]:
    """CPU milliseconds a page: mean, median, 99th percentile."""
    times = sorted(page.tools[tool].seconds * 1000 for page in pages)
    return {"mean": fmean(times), "p50": median(times), "p99": times[min(len(times) - 1, len(times) * 99 // 100)]}


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table, aligned for reading as it is."""
    widths = [max(len(row[column]) for row in (head, *rows)) for column in range(len(head))]
    lines = [head, ["-" * width for width in widths], *rows]
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)) + " |" for line in lines
    )


def _quality(report: Report, title: str, measure: Measure, key: Callable[[PageOutcome], str]) -> str:
    """Scores by group, tools side by side; small groups are one row."""
    sizes = Counter(key(page) or "–" for page in report.pages)
    large = [name for name, size in sizes.most_common() if size >= _SMALLEST]

    def group(page: PageOutcome) -> str:
        name = key(page) or "–"
        return name if name in large else "others"

    whole = {tool.name: group_scores(report.pages, tool.name, measure, lambda _: "all") for tool in report.tools}
    parts = {tool.name: group_scores(report.pages, tool.name, measure, group) for tool in report.tools}
    counts = Counter(group(page) for page in report.pages)
    rows = [["all", str(len(report.pages)), *(_cell(whole[tool.name]["all"]) for tool in report.tools)]]
    names = [*large, "others"] if len(counts) > 1 else []
    rows += [
        [name, str(counts[name]), *(_cell(parts[tool.name][name]) for tool in report.tools)]
        for name in names
        if counts[name]
    ]
    return table([title, "pages", *(tool.name for tool in report.tools)], rows)


def _speed(report: Report) -> str:
    base = next((tool.name for tool in report.tools if tool.name == _YARDSTICK), report.tools[0].name)
    unit = milliseconds(report.pages, base)["mean"] or 1.0
    rows = []
    for tool in report.tools:
        times = milliseconds(report.pages, tool.name)
        errors = sum(bool(page.tools[tool.name].error) for page in report.pages)
        numbers = [f"{times[name]:.2f}" for name in ("mean", "p50", "p99")]
        rows.append([tool.name, tool.version, *numbers, f"{times['mean'] / unit:.3f}", str(errors)])
    return table(["tool", "version", "CPU ms/page mean", "p50", "p99", f"× {base}", "errors"], rows)


def _failures(report: Report) -> list[str]:
    """One line for each kind of failure of each tool."""
    seen = Counter(
        (tool.name, page.tools[tool.name].error.partition("\n")[0][:100])
        for tool in report.tools
        for page in report.pages
        if page.tools[tool.name].error
    )
    return [f"{name} failed on {count} pages: {error}" for (name, error), count in seen.most_common(_FAILURES)]


def _tool_json(report: Report, tool: Tool) -> dict[str, Any]:
    def scores(measure: Measure, key: Callable[[PageOutcome], str]) -> dict[str, dict[str, float]]:
        return {name: asdict(one) for name, one in group_scores(report.pages, tool.name, measure, key).items()}

    return {
        "version": tool.version,
        **scores(report.measure, lambda _: "all"),
        "by_type": scores(report.measure, lambda page: page.page_type),
        "by_language": scores(_by_language(report.measure), lambda page: page.language),
        "cpu_ms": milliseconds(report.pages, tool.name),
        "errors": sum(bool(page.tools[tool.name].error) for page in report.pages),
    }


def _page_json(report: Report, page: PageOutcome) -> dict[str, Any]:
    return {
        "id": page.id,
        "url": page.url,
        "page_type": page.page_type,
        "language": page.language,
        "tools": {
            tool.name: {
                **asdict(page_score(page, tool.name, report.measure)),
                "cpu_ms": page.tools[tool.name].seconds * 1000,
                "error": page.tools[tool.name].error,
            }
            for tool in report.tools
        },
    }


def _by_language(measure: Measure) -> Measure:
    """Words between spaces say little about scripts that have none."""
    return MEASURES["script-word"] if measure.name == "word" else measure


def _cell(one: Score) -> str:
    return f"{_short(one.f1)} ({_short(one.precision)}/{_short(one.recall)})"


def _short(value: float) -> str:
    return f"{value:.3f}".removeprefix("0")


# A group of fewer pages says nothing by itself.
_SMALLEST = 5
_FAILURES = 10
_YARDSTICK = "trafilatura"


def read_floors(path: Path, layout: str) -> dict[str, float]:
    """The lowest F1 that is allowed in each group of one layout, `all` or a page type.

    The file looks like `{"wcxb": {"all": 0.87, "article": 0.95}}`.
    """
    try:
        floors = json.loads(path.read_text("utf-8"))[layout]
        return {str(group): float(floor) for group, floor in floors.items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise InputError(f"{path} has no floors for '{layout}' ({error}): add them, or leave out --floors") from error


def fallen(report: Report, floors: dict[str, float]) -> list[str]:
    """A line for each group in which the first tool is below its floor, or that has no pages."""
    name = report.tools[0].name
    found = group_scores(report.pages, name, report.measure, lambda _: "all")
    found |= group_scores(report.pages, name, report.measure, lambda page: page.page_type)
    return [
        f"{group}: F1 {found[group].f1:.4f} is below the floor of {floor:.4f}"
        if group in found
        else f"{group}: no pages"
        for group, floor in floors.items()
        if group not in found or found[group].f1 < floor
    ]
