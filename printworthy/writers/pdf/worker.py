"""The typesetter's process: jobs come in on standard input as lines of JSON, an answer goes out for each.

It runs as a script of its own, without network, and may be killed at any moment. A job names a folder in which
`main.typ` lies; the PDF, or a drawing of each page, is written there. The typesetter reads nothing outside of it. From
the second document on, a second thread sets what lies in the folder's `ahead`.
"""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

from printworthy.base.confine import confine
from printworthy.writers.pdf.assistant import Assistant
from printworthy.writers.pdf.galley import AHEAD

_AGED = 3
_PACKAGES = ("package_cache_path", "package_path")


def main() -> None:
    """Limit this process, load the fonts once, and work until standard input ends."""
    setup = json.loads(sys.stdin.readline())
    confine(setup["memory"])
    import typst

    fonts = typst.Fonts(include_system_fonts=not setup["ignore_system"], font_paths=setup["fonts"])
    settings = {"font_paths": fonts, **dict.fromkeys(_PACKAGES, setup["nowhere"])}
    compiler = typst.Compiler(**settings)
    assistant: Assistant | None = None
    for line in sys.stdin:
        _allow(setup["seconds"])
        job = json.loads(line)
        if assistant is not None and "folder" in job:
            assistant.begin(Path(job["folder"]) / AHEAD)
        if "signs" in job:
            answer = {"error": "", "missing": "".join(_missing(compiler, job["signs"], typst.TypstError))}
        else:
            answer = _compile(compiler, job, typst.TypstError)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
        _forget(compiler)
        if assistant is None and setup["threads"] > 1:  # the first document, often the only one, has read the template
            assistant = Assistant(typst.Compiler(**settings), typst.TypstError)


def _compile(compiler: Any, job: dict[str, Any], error_type: type[Exception]) -> dict[str, Any]:  # noqa: ANN401
    """One document; the answer says "" or what is wrong."""
    folder = Path(job["folder"])
    try:
        made = compiler.compile(
            input=str(folder / "main.typ"), root=str(folder), format=job["format"], pdf_standards=job["standards"],
            timestamp=job["timestamp"],
        )  # fmt: skip
        told = compiler.query("<pw-marks>", "value", True, root=str(folder)) if job["format"] == "svg" else ""
    except error_type as error:
        trace = " ".join(str(one) for one in getattr(error, "trace", ()))
        return {"error": f"{getattr(error, 'message', error)} {trace}".strip()}
    try:
        if job["format"] == "svg":
            for number, page in enumerate(made if isinstance(made, list) else [made]):
                (folder / f"out-{number}.svg").write_bytes(page)
            return {"error": "", "pages": number + 1, "marks": json.loads(told)}
        (folder / "out.pdf").write_bytes(made)
    except OSError as error:
        return {"error": "", "disk": error.errno}
    return {"error": ""}


def _missing(compiler: Any, signs: str, error_type: type[Exception]) -> list[str]:  # noqa: ANN401
    """The signs that no face has: a strict kind of PDF refuses them, all at once or half by half."""
    if not signs:
        return []
    shown = " ".join(f'#"\\u{{{ord(sign):x}}}"' for sign in signs)
    try:
        compiler.compile(input=f'#set document(title: "-")\n{shown}'.encode(), format="pdf", pdf_standards=["ua-1"])
    except error_type:
        half = len(signs) // 2
        return list(signs) if not half else [
            *_missing(compiler, signs[:half], error_type), *_missing(compiler, signs[half:], error_type),
        ]  # fmt: skip
    return []


def _forget(compiler: Any) -> None:  # noqa: ANN401
    """Age what the typesetter remembers, which it keeps for ten documents: empty ones count too, and cost nothing."""
    for _ in range(_AGED):
        compiler.compile(input=b"", format="pdf")


def _allow(seconds: float) -> None:
    """Let the next job compute for so long, where the system can; one that goes on is ended by it."""
    try:
        import resource
    except ImportError:  # Windows
        return
    used = sum(resource.getrusage(resource.RUSAGE_SELF)[:2])
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(used + seconds), most))


if __name__ == "__main__":
    main()
