"""What a run makes of damaged archives: every kind of damage, and a record of 500 MB.

    python benchmarks/load/batch_damage.py

Prints what came of each archive; the exit code is 1 if one of them gave no page at all.
"""

from __future__ import annotations

import gzip
import json
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from benchmarks.lib.make_warc import record
from benchmarks.load.batch_kills import read_rows

CHANCE = random.Random(0)  # noqa: S311 - not for secrets


def main() -> None:
    """Damage, run, tell."""
    with tempfile.TemporaryDirectory() as folder:
        sys.exit(damage(Path(folder)))


def damage(folder: Path) -> int:
    """Archives with every kind of damage, and what a run makes of them."""
    names = list(_damaged(folder))
    command = [sys.executable, "-m", "printworthy", "batch", *map(str, names), "-o", str(folder / "out")]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    rows: dict[str, Counter[str]] = {path.name: Counter() for path in names}
    for row in read_rows(folder / "out", ["source", "error"]):
        rows[Path(row["source"]).name][row["error"] or "pages"] += 1
    print("| archive | what came of it |\n|---|---|")
    for name, counts in rows.items():
        print(f"| {name} | {', '.join(f'{count} {kind}' for kind, count in counts.most_common()) or 'nothing'} |")
    summary = json.loads((folder / "out" / "summary.json").read_text("utf-8"))
    print(f"\nno pages: {summary['stats']['passed']}")
    return int(any(not counts["pages"] for counts in rows.values()))


def _damaged(folder: Path) -> Iterator[Path]:
    """Ten pages, each time with another damage."""
    body = b"<html><title>Fog</title><article><p>" + b"The ferry waits until the fog has lifted. " * 20
    made = [record(f"https://a.example/{number}", body, CHANCE) for number in range(10)]
    members = [gzip.compress(one) for one in made]
    packed = [gzip.compress(body), b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)]
    fields = [b"Content-Encoding: gzip", b"Transfer-Encoding: chunked"]
    other = [_with(made[0], field, content) for field, content in zip(fields, packed, strict=True)]
    picture = made[0].replace(b"Content-Type: text/html", b"Content-Type: image/png", 1)
    cases = {
        "truncated.warc.gz": b"".join(members)[:-100],
        "one-member.warc.gz": gzip.compress(b"".join(made)),
        "one-member-truncated.warc.gz": gzip.compress(b"".join(made))[:-100],
        "bits.warc.gz": b"".join([*members[:4], members[4][:80] + b"\x55" * 30 + members[4][110:], *members[5:]]),
        "lengths.warc": b"".join(one.replace(b"Content-Length: ", b"Content-Length: 9") if number == 4 else one
                                 for number, one in enumerate(made)),
        "packed-and-chunked.warc": b"".join([*made, *other]),
        "not-html.warc": b"".join([*made, picture]),
    }  # fmt: skip
    for name, content in cases.items():
        (folder / name).write_bytes(content)
        yield folder / name
    yield _large(folder / "large.warc", made)


def _large(path: Path, made: list[bytes]) -> Path:
    """Two pages around one of 500 MB."""
    with path.open("wb") as file:
        file.write(made[0])
        size = 500_000_000
        file.write(b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://a.example/large\r\n")
        file.write(b"Content-Type: application/http\r\nContent-Length: %d\r\n\r\n" % size)
        for _ in range(size // 1_000_000):
            file.write(b"x" * 1_000_000)
        file.write(b"\r\n\r\n" + made[1])
    return path


def _with(one: bytes, field: bytes, content: bytes) -> bytes:
    """A record with another body and a field more."""
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + field + b"\r\n\r\n" + content
    head = one.partition(b"Content-Length")[0]
    return head + b"Content-Length: %d\r\n\r\n" % len(block) + block + b"\r\n\r\n"


if __name__ == "__main__":
    main()
