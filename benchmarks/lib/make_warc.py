"""A WARC archive of saved pages, for measuring: a response a record, each in a gzip member of its own.

    python benchmarks/lib/make_warc.py FOLDER… -o FILE.warc.gz [--pages 10000] [--size 0] [--seed 0]

A name that ends in .warc gives an archive that is not packed.

Pages come in random order, always the same for the same seed; when all have been taken they come again under other
addresses. `--size` goes on until the file has that many MB instead. The pages stay where they are: nothing is fetched.
"""

from __future__ import annotations

import argparse
import gzip
import random
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from uuid import UUID

SUFFIXES = (".html", ".htm", ".html.gz")


def main() -> None:
    """Write the archive and say how large it is."""
    args = _arguments()
    paths = sorted(path for folder in args.folders for path in folder.rglob("*") if path.name.endswith(SUFFIXES))
    if not paths:
        raise SystemExit("no pages there: give folders with .html files")
    pages, size = 0, 0
    with args.output.open("wb") as file:
        for member in members(paths, args.seed, packed=args.output.suffix == ".gz"):
            if pages == args.pages and not args.size or args.size and size >= args.size * 1_000_000:
                break
            size += file.write(member)
            pages += 1
    print(f"{args.output}: {pages:,} pages, {size / 1e6:,.0f} MB")


def members(paths: list[Path], seed: int, packed: bool) -> Iterator[bytes]:
    """Records without an end, each packed or not."""
    chance = random.Random(seed)  # noqa: S311 - not for secrets
    for turn in count():
        for path in chance.sample(paths, len(paths)):
            content = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
            made = record(f"https://pages.example/{turn}/{path.stem}", content, chance)
            yield gzip.compress(made, 6, mtime=0) if packed else made


def record(url: str, content: bytes, chance: random.Random) -> bytes:
    """One response as crawlers store it."""
    block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + content
    name = UUID(int=chance.getrandbits(128), version=4)
    head = (
        f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:{name}>\r\nWARC-Target-URI: {url}\r\n"
        f"WARC-Date: 2026-01-01T00:00:00Z\r\nContent-Type: application/http;msgtype=response\r\n"
        f"Content-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE")
    parser.add_argument("--pages", type=int, default=10_000, metavar="N")
    parser.add_argument("--size", type=int, default=0, metavar="MB")
    parser.add_argument("--seed", type=int, default=0)
    return parser.parse_args()


if __name__ == "__main__":
    main()
