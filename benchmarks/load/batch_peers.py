"""Pages a CPU second of a run, beside the usual pipeline: fastwarc reads, a pool of processes extracts.

    python benchmarks/lib/make_warc.py FOLDER… -o ARCHIVE --pages 10000
    python benchmarks/load/batch_peers.py ARCHIVE [--pages N] [--slices 2] [--ways NAME…]

The archive is cut into slices, and all ways take turns at each, so that they meet the same pages and the same moods of
the machine. Ways: `text` and `all` are runs with the text alone and with all columns; `trafilatura` and `resiliparse`
give the text, `trafilatura-full` Markdown with metadata, links and pictures.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from benchmarks.lib.batch_costs import HEAD, Cost, measured, pieces, run_batch


def main() -> None:
    """Compare, or be one of the pools that are compared."""
    args = _arguments()
    if args.pool:
        pool(args.archive, args.pool, args.workers)
        return
    total = {way: Cost() for way in args.ways}
    with tempfile.TemporaryDirectory() as folder:
        for piece in pieces(args.archive, args.slices, args.pages, Path(folder)):
            for way in args.ways:
                total[way] += _cost(way, piece, Path(folder), args.workers)
                print(total[way].row(way), flush=True)
    print(f"\n{HEAD}")
    for way, cost in total.items():
        print(cost.row(way))
    speed = {way: cost.pages / cost.cpu for way, cost in total.items()}
    for ours, theirs in (("text", "trafilatura"), ("all", "trafilatura-full"), ("text", "resiliparse")):
        if ours in speed and theirs in speed:
            print(f"\n{ours}: {speed[ours] / speed[theirs]:.2f} × {theirs}'s pages a CPU second")


def _cost(way: str, archive: Path, folder: Path, workers: int) -> Cost:
    if way in PEERS:
        return measured(__file__, str(archive), "--pool", way, "--workers", str(workers))
    columns = "text" if way == "text" else ""
    return run_batch(archive, folder / "out", "--workers", str(workers), "--columns", columns)


def pool(archive: Path, name: str, workers: int) -> None:
    """The usual pipeline; says how many pages it has done."""
    with multiprocessing.get_context("spawn").Pool(workers or os.cpu_count()) as made:
        done = sum(1 for _ in made.imap_unordered(PEERS[name], _with_fastwarc(archive), chunksize=8))
        made.close()
        made.join()
    print(json.dumps({"pages": done}))


def _with_fastwarc(archive: Path) -> Iterator[tuple[bytes, str]]:
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    with archive.open("rb") as file:
        for record in ArchiveIterator(file, record_types=WarcRecordType.response, parse_http=True):
            yield record.reader.read(), record.headers.get("WARC-Target-URI") or ""


def _trafilatura(page: tuple[bytes, str]) -> int:
    import trafilatura

    return len(trafilatura.extract(page[0], url=page[1], include_comments=False) or "")


def _trafilatura_full(page: tuple[bytes, str]) -> int:
    import trafilatura

    options: dict[str, Any] = {"output_format": "markdown", "with_metadata": True, "include_images": True}
    options |= {"include_links": True}
    return len(trafilatura.extract(page[0], url=page[1], include_comments=False, **options) or "")


def _resiliparse(page: tuple[bytes, str]) -> int:
    from resiliparse.extract.html2text import extract_plain_text
    from resiliparse.parse.encoding import bytes_to_str, detect_encoding

    return len(extract_plain_text(bytes_to_str(page[0], detect_encoding(page[0])), main_content=True))


PEERS: dict[str, Callable[[tuple[bytes, str]], int]] = {
    "trafilatura": _trafilatura,
    "trafilatura-full": _trafilatura_full,
    "resiliparse": _resiliparse,
}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ways = ["text", "all", *PEERS]
    parser.add_argument("archive", type=Path)
    parser.add_argument("--pages", type=int, default=0, metavar="N", help="the first so many (default: all)")
    parser.add_argument("--slices", type=int, default=2, metavar="N")
    parser.add_argument("--ways", nargs="+", choices=ways, default=ways, metavar="NAME")
    parser.add_argument("--workers", type=int, default=0, metavar="N", help="processes (default: one a core)")
    parser.add_argument("--pool", choices=list(PEERS), help=argparse.SUPPRESS)
    return parser.parse_args()


if __name__ == "__main__":
    main()
