"""Random bytes and mutated pages, all the way: bytes → parse → extract → every writer. Anything but an error of ours, a
hang or a flood of memory is a finding.

    python benchmarks/load/fuzz.py [--runs 20000] [--seconds 600] [--state FOLDER] [--blind]
    python benchmarks/load/fuzz.py --replay FILE ...

Atheris mutates the seeds of `tests/fuzz`, guided by which lines of the package they reach; `--blind` mutates without
looking, which is about twice as fast. An input that takes more than two seconds of CPU time, or that takes its process
beyond 500 MB, is a finding as much as an exception is: the file is left in the state folder and the run ends with
status 1. The state folder also keeps what was learned and how many inputs were run, so that a long campaign may be cut
into many short ones. Most inputs are short, one in four is up to 6,000 bytes long: a short one meets as many rules in
less time. What is slow is done for some: one input in 500 is printed, one in eight is packed as EPUB, whose pages are
those of the HTML that every input gives, and one in eight goes through the other doors.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import resource
import shutil
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

SECONDS, MEGABYTES = 2.0, 500
SEEDS: Final = Path(__file__).parents[2] / "tests" / "fuzz"
_URL: Final = "https://example.com/news/2024/05/03/story?page=2"
_PRINTED, _PACKED, _SIDEWAYS = 500, 8, 8
_LONGEST, _SHORT = 6000, 1000
# Inputs in one process; what guides the mutations takes memory with every input, so that those slices are short.
_SLICE, _GUIDED_SLICE = 25_000, 4_000
_ROOMS: Final = ["printworthy." + room for room in "base parse segment build images metadata writers follow".split()]
_METHODS: Final = ("subtree", "filters", "nodes")
_PIECES: Final = [piece.encode() for piece in (SEEDS / "pieces.txt").read_text("utf-8").splitlines() if piece]


class FindingError(Exception):
    """An input did what none may do."""


class Way:
    """The whole way of an input, with everything loaded."""

    def __init__(self, stack: ExitStack) -> None:
        from printworthy.errors import PrintworthyError
        from printworthy.follow.parts import find_links
        from printworthy.options import Options
        from printworthy.parse.lexbor import parse_page
        from printworthy.printing.filtering import filter_page
        from printworthy.reading.extract import extract
        from printworthy.writers import registry
        from printworthy.writers.pdf.pdf_writer import PdfWriter

        self.extract, self.links, self.filter, self.write = extract, find_links, filter_page, registry.write
        self.parse = parse_page
        self.options, self.error = Options, PrintworthyError
        self.writers = {name: registry.writer_for_name(name) for name in registry.names() if name != "pdf"}
        self.press = stack.enter_context(PdfWriter())
        self.count = 0
        for number in range(len(_METHODS)):  # load all of it, so that no input pays for that
            self.count = _SIDEWAYS * (number + 1) - 1
            self.go(b"<title>Warm</title><article><h1>Warm</h1><p>All that is needed is loaded by now.</p></article>")
        self.count = 0
        # What the process held before is none of an input's doing.
        self.most = max(MEGABYTES, _peak_mb(again=True) + MEGABYTES // 2)

    def go(self, data: bytes) -> None:
        """One input; nothing but errors of ours is swallowed."""
        self.count += 1
        try:
            article = self.extract(data, _URL)
            for name, writer in self.writers.items():
                if name != "epub" or self.count % _PACKED == 0:
                    self.write(article, writer)
            if self.count % _PRINTED == 0:
                self.write(article, self.press)
        except self.error:
            return
        if self.count % _SIDEWAYS == 0:
            self._sideways(data)

    def _sideways(self, data: bytes) -> None:
        """The other doors: filters, links, the papers' methods."""
        from printworthy.base.encoding import to_utf8

        try:
            self.filter(data, _URL, ("light", "reader", "text-only")[self.count // _SIDEWAYS % 3])
            self.links(self.parse(to_utf8(data)), _URL)
            method = _METHODS[self.count // _SIDEWAYS % len(_METHODS)]
            self.write(self.extract(data, _URL, self.options(method=method, comments=True)), self.writers["html"])
        except self.error:
            return

    def held(self, data: bytes) -> None:
        """One input under the ceilings."""
        start = time.process_time()
        self.go(data)
        seconds = time.process_time() - start
        if seconds > SECONDS:
            raise FindingError(f"it took {seconds:.1f} s of CPU time; at most {SECONDS:g} are allowed")
        megabytes = _peak_mb()
        if megabytes > self.most:
            raise FindingError(f"the process held {megabytes:.0f} MB; at most {self.most:.0f} are allowed")


def _peak_mb(again: bool = False) -> float:
    """The most memory that this process has held, in MB; `again` counts from here on (Linux can, others cannot)."""
    if again:
        with suppress(OSError):
            Path("/proc/self/clear_refs").write_text("5")
    try:
        peak = re.search(r"VmHWM:\s+(\d+)", Path("/proc/self/status").read_text())
    except OSError:
        peak = None
    return int(peak[1]) / 1024 if peak else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def mutate(data: bytes, chance: random.Random) -> bytes:
    """The data with one change that means something in a page: a piece put in, a stretch repeated, moved or cut."""
    at, end = sorted(chance.randrange(len(data) + 1) for _ in range(2))
    kind = chance.randrange(6)
    if kind < 3:
        return data[:at] + chance.choice(_PIECES) + data[at:]
    if kind == 3:
        return data[:at] + data[at : at + 200] * chance.choice((2, 3, 8, 30)) + data[at:]
    if kind == 4:
        place = chance.randrange(len(data) + 1)
        return data[:place] + data[at:end] + data[place:]
    return data[:at] + data[end:]


def cut(data: bytes, chance: random.Random) -> bytes:
    """The data, or mostly a short stretch of it, from its beginning or from anywhere."""
    if len(data) <= _SHORT or chance.randrange(4) == 0:
        return data
    at = chance.choice((0, chance.randrange(len(data) - _SHORT)))
    return data[at : at + _SHORT]


def child(runs: int, state: Path, blind: bool) -> None:
    """One slice of the campaign in this process, which atheris ends."""
    import atheris

    with ExitStack() as stack:
        if blind:
            way = Way(stack)
        else:
            with atheris.instrument_imports(include=_ROOMS):
                way = Way(stack)

        def one(data: bytes) -> None:
            way.held(data)
            if way.count % 100 == 0:
                (state / "slice").write_text(str(way.count), "ascii")

        def change(data: bytes, most: int, seed: int) -> bytes:
            chance = random.Random(seed)  # noqa: S311 - not for secrets
            data = cut(data, chance)
            if chance.randrange(2):
                return bytes(atheris.Mutate(data, most))
            return mutate(data, chance)[:most]

        options = [
            sys.argv[0], f"-runs={runs}", f"-max_len={_LONGEST}", f"-artifact_prefix={state}/finding-",
            # By the clock, which says little on a busy machine; what counts is CPU time, above.
            "-timeout=600", "-report_slow_units=600",
            f"-rss_limit_mb={2 * MEGABYTES}", "-print_final_stats=1", "-verbosity=1", f"-seed={time.time_ns() % 2**31}",
            str(state / "corpus"), str(SEEDS / "pages"),
        ]  # fmt: skip
        atheris.Setup(options, one, custom_mutator=change)
        atheris.Fuzz()


def campaign(runs: int, seconds: float, state: Path, blind: bool) -> int:
    """Slices until enough was run or the time is over; 1 if there was a finding."""
    (state / "corpus").mkdir(parents=True, exist_ok=True)
    begun, done = time.monotonic(), 0
    while done < runs and time.monotonic() - begun < seconds:
        now = min(_SLICE if blind else _GUIDED_SLICE, runs - done)
        (state / "slice").write_text("0", "ascii")
        command = [sys.executable, __file__, "--child", "--runs", str(now), "--state", str(state)]
        with (state / "log").open("wb") as log:
            status = subprocess.run([*command, *(["--blind"] if blind else [])], check=False, stderr=log).returncode
        done += _counted(state)
        total = _total(state)
        print(f"{total:,} inputs so far, {len(list((state / 'corpus').iterdir())):,} kept", flush=True)
        if status:
            print((state / "log").read_text("utf-8", "replace")[-3000:])
            print(f"a finding: see {state}, and run it again with --replay")
            return 1
    return 0


def _counted(state: Path) -> int:
    """How many inputs the last slice ran."""
    said = re.search(r"stat::number_of_executed_units:\s*(\d+)", (state / "log").read_text("utf-8", "replace"))
    count = int(said[1]) if said else int((state / "slice").read_text("ascii"))
    totals = {"inputs": count + _total(state)}
    (state / "count.json").write_text(json.dumps(totals) + "\n", "utf-8")
    return count


def _total(state: Path) -> int:
    path = state / "count.json"
    return int(json.loads(path.read_text("utf-8"))["inputs"]) if path.exists() else 0


def replay(paths: list[Path]) -> int:
    """Run these inputs once more, printed too; 1 if one fails."""
    with ExitStack() as stack:
        way = Way(stack)
        for path in paths:
            for turn in (_PRINTED - 1, _SIDEWAYS - 1, 2 * _SIDEWAYS - 1, 3 * _SIDEWAYS - 1):
                way.count = turn
                way.held(path.read_bytes())
            print(f"{path}: fine")
    return 0


def main() -> None:
    """Read the arguments; run, or run again."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=20_000, metavar="N")
    parser.add_argument("--seconds", type=float, default=600, metavar="N", help="begin no slice after this time")
    parser.add_argument("--state", type=Path, default=Path("out/fuzz"), metavar="FOLDER")
    parser.add_argument("--blind", action="store_true", help="mutate without looking: twice as fast")
    parser.add_argument("--fresh", action="store_true", help="forget what was learned and counted")
    parser.add_argument("--replay", type=Path, nargs="+", metavar="FILE")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.replay:
        sys.exit(replay(args.replay))
    if args.child:
        child(args.runs, args.state, args.blind)
    if args.fresh:
        shutil.rmtree(args.state, ignore_errors=True)
    sys.exit(campaign(args.runs, args.seconds, args.state, args.blind))


if __name__ == "__main__":
    main()
