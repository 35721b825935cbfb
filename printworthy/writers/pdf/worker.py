"""The typesetter's process: jobs come in on standard input as lines of JSON, an answer goes out for each.

It runs as a script of its own, imports nothing of ours, and may be killed at any moment. A job names a folder in which
`main.typ` lies; the PDF is written there. Everything that the typesetter may read lies in that folder.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any


def main() -> None:
    """Limit this process, load the fonts once, and work until standard input ends."""
    setup = json.loads(sys.stdin.readline())
    _limit(setup["memory"])
    import typst

    compiler = typst.Compiler(
        font_paths=setup["fonts"], ignore_system_fonts=setup["ignore_system"], package_cache_path=setup["nowhere"],
        package_path=setup["nowhere"],
    )  # fmt: skip
    for line in sys.stdin:
        answer = _compile(compiler, json.loads(line), typst.TypstError)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def _compile(compiler: Any, job: dict[str, Any], error_type: type[Exception]) -> dict[str, Any]:  # noqa: ANN401
    """One document; the answer says "" or what is wrong."""
    folder = Path(job["folder"])
    try:
        pdf = compiler.compile(
            input=str(folder / "main.typ"), root=str(folder), format="pdf", pdf_standards=job["standards"],
            timestamp=job["timestamp"],
        )  # fmt: skip
    except error_type as error:
        trace = " ".join(str(one) for one in getattr(error, "trace", ()))
        return {"error": f"{getattr(error, 'message', error)} {trace}".strip()}
    (folder / "out.pdf").write_bytes(pdf)
    return {"error": ""}


def _limit(megabytes: int) -> None:
    """Bound the memory, where the system can."""
    try:
        import resource
    except ImportError:  # Windows
        return
    size = megabytes * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (size, size))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main()
