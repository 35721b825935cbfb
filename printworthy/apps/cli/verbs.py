"""Every verb and its arguments, as declared for `argparse`; the docstring of each is what its help begins with.

The work is done by the module of the verb's name beside this file, whose `Arguments` has a field for each argument.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Final, NamedTuple

from printworthy.apps.cli import argument_groups as groups

# Names that others define (`evaluate`, `apps.batch`, `filters`, `train.own`), here so that help comes without them.
LAYOUTS: Final = ("wcxb", "articles", "snippets", "texts")
MEASURES: Final = ("word", "script-word", "shingle", "snippet", "segment")
BATCH_FORMATS: Final = ("parquet", "jsonl.zst")
BATCH_KINDS: Final = ("warc", "jsonl", "parquet", "urls", "list")
PROFILES: Final = ("off", "light", "reader", "text-only", "speech")
ANNOTATION_FORMATS: Final = ("webnews", "wcxb")
FORMATS: Final = ("text", "markdown", "html", "json")
_SHORT: Final = {"md": "markdown", "txt": "text", "htm": "html"}
_OWN_MODEL: Final = "a model of your own instead of the built-in one"


def add_extract(parser: argparse.ArgumentParser) -> None:
    """`printworthy extract`: a page in, its article on standard output or in a file."""
    add = parser.add_argument
    groups.add_source(parser)
    add("--format", type=_format, choices=FORMATS, help="default: what the suffix of OUT says, or text")
    add("--json", dest="format", action="store_const", const="json", help="the same as --format json")
    add("-o", "--output", metavar="OUT", default="-", help="a file instead of standard output")
    groups.add_choices(parser)


def add_print(parser: argparse.ArgumentParser) -> None:
    """`printworthy print`: pages in, files worth printing out; the suffix of each names its format.

    One page becomes a document. Several, or a list of them (a text file of addresses, a feed, an OPML file), become an
    issue with a title page and contents, as PDF or EPUB.
    """
    add = parser.add_argument
    groups.add_source(parser, several=True)
    add(
        "-o", "--output", metavar="OUT", action="append", default=[],
        help="the file to write, or its folder; may be repeated (default: a PDF named after the title)",
    )  # fmt: skip
    add("--json", action="store_true", help="tell what was written as JSON on standard output")
    groups.add_choices(parser)
    groups.add_sheet(parser)
    issue = parser.add_argument_group("for an issue of several articles").add_argument
    issue("--title", help="its title (default: the feed's, or the day)")
    issue("--list", action="store_true", help="every SOURCE is a list, whatever its name")
    issue("--newest", metavar="N", type=groups.article_count, default=10, help="most entries of a list (default: 10)")
    issue("--since", metavar="DAY", type=groups.day, default=None, help="only entries of a list since 2026-04-18")


def add_explain(parser: argparse.ArgumentParser) -> None:
    """`printworthy explain`: a page in, one page out that shows what was kept and dropped, by which step, and why."""
    groups.add_source(parser)
    parser.add_argument("-o", "--output", metavar="OUT", default="-", help="a file instead of standard output")
    groups.add_choices(parser)


def add_evaluate(parser: argparse.ArgumentParser) -> None:
    """`printworthy evaluate`: a corpus of pages with their truth → quality and speed, beside other extractors."""
    add = parser.add_argument
    add("data", metavar="DATA", type=Path, help="the folder of the corpus, or its file of snippets")
    add(
        "--against", metavar="NAMES", default="trafilatura,resiliparse,readability",
        help="other extractors, with commas between, or none (default: %(default)s)",
    )  # fmt: skip
    add("--layout", choices=LAYOUTS, help="how the corpus lies on disk (default: as found)")
    add("--pages", metavar="DIR", type=Path, help="where the pages lie, if not beside DATA")
    add("--measure", choices=MEASURES, help="what to count (default: the corpus' own measure)")
    add("--limit", metavar="N", type=groups.page_count, help="a random sample of N pages, always the same")
    add("--worst", metavar="N", type=groups.page_count, help="also list the N worst pages")
    add("--json", metavar="FILE", type=Path, help="also write every figure to FILE")
    add("--floors", metavar="FILE", type=Path, help="fail if an F1 is below its floor in this file")
    add("--model", metavar="FILE", help=_OWN_MODEL)
    groups.add_method(parser)


def add_batch(parser: argparse.ArgumentParser) -> None:
    """`printworthy batch`: archives, folders, tables and lists of pages in; a table of their articles out.

    What was killed goes on when the same command is given again.
    """
    add = parser.add_argument
    add(
        "inputs", metavar="INPUT", nargs="+",
        help="WARC or WET archives, folders of .html, JSONL or Parquet, lists of archives or of addresses",
    )  # fmt: skip
    add("-o", "--output", metavar="OUT", type=Path, required=True, help="the folder to write")
    add("--format", choices=BATCH_FORMATS, default="parquet", help="of the output (default: %(default)s)")
    add(
        "--columns", metavar="NAMES", type=groups.names, default=(),
        help="only these, with commas between (default: all)",
    )  # fmt: skip
    add("--kind", choices=BATCH_KINDS, default="", help="what the inputs are (default: as found)")
    _add_batch_filters(parser.add_argument_group("which articles to write (errors always are)"))
    _add_batch_limits(parser.add_argument_group("how"))
    table = parser.add_argument_group("for tables").add_argument
    table("--html-column", metavar="NAME", default="html", help="(default: %(default)s)")
    table("--url-column", metavar="NAME", default="url", help="(default: %(default)s)")
    visit = parser.add_argument_group("for lists of addresses").add_argument
    visit("--delay", metavar="S", type=float, default=1.0, help="between requests to a host (default: 1)")
    visit("--no-robots", dest="robots", action="store_false", help="do not heed robots.txt")
    visit("--private", action="store_true", help="also addresses on the own machine or network")
    visit("--user-agent", metavar="TEXT", default="", help="what to be called by")


def _add_batch_filters(group: argparse._ArgumentGroup) -> None:
    add = group.add_argument
    add("--languages", metavar="TAGS", type=groups.names, action="extend", default=[], help="only these, like en,pt-BR")
    add(
        "--page-types", metavar="NAMES", type=groups.names, action="extend", default=[],
        help="only these: article,forum",
    )  # fmt: skip
    add("--min-confidence", metavar="X", type=float, default=0.0, help="from 0 to 1")
    add("--min-chars", metavar="N", type=int, default=0, help="shortest text")
    add("--max-chars", metavar="N", type=int, default=0, help="longest text")
    add(
        "--near", metavar="X", type=float, default=0.8,
        help="mark near duplicates from this likeness on; 0: exact ones only (default: %(default)s)",
    )  # fmt: skip


def _add_batch_limits(group: argparse._ArgumentGroup) -> None:
    add = group.add_argument
    add("--workers", metavar="N", type=int, default=0, help="processes (default: one a core)")
    add("--cluster", metavar="ADDRESS", default="", help="work on this Ray cluster instead of here")
    add("--page-seconds", dest="seconds", metavar="S", type=float, default=20.0, help="CPU for a page (default: 20)")
    add("--page-memory", dest="memory_mb", metavar="MB", type=int, default=300, help="memory for a page (default: 300)")
    add("--page-size", dest="html_mb", metavar="MB", type=int, default=16, help="largest page (default: 16)")
    add("--task-size", dest="cut_mb", metavar="MB", type=float, default=32.0, help="input of a task (default: 32)")
    add("--part-size", dest="part_mb", metavar="MB", type=float, default=256.0, help="HTML in a part (default: 256)")
    add("--method", default="learned", help="how to find the article (default: %(default)s)")
    add("--model", metavar="FILE", default="", help=_OWN_MODEL)


def add_filter(parser: argparse.ArgumentParser) -> None:
    """`printworthy filter`: a page in, the same page without its clutter out, as HTML or as plain text."""
    add = parser.add_argument
    add("source", metavar="SOURCE", help="a file, an http(s) address, or - for standard input")
    add("-o", "--output", metavar="OUT", default="-", help="a file, by suffix HTML or text (.txt)")
    add(
        "--profile", type=str.lower, choices=PROFILES,
        help="light (default) takes advertisements and banners and leaves menus; reader, text-only and speech "
        "take lists of links and scripts, too",
    )  # fmt: skip
    add("--settings", metavar="FILE", type=Path, help="a settings file (TOML)")
    add("--url", default="", help="the page's own address, to resolve its links and pictures")
    groups.add_timeout(parser)
    add("--verbose", action="store_true", help="tell on stderr what was deleted")


def add_proxy(parser: argparse.ArgumentParser) -> None:
    """`printworthy proxy`: filters pages for everyone behind it, or serves filtered pages at `/read/<address>`."""
    add = parser.add_argument
    add(
        "--listen", metavar="HOST:PORT", type=groups.address, default=("127.0.0.1", 8080),
        help="default: 127.0.0.1:8080",
    )  # fmt: skip
    add("--settings", metavar="FILE", type=Path, help="a settings file, which the settings page writes")
    add("--folder", metavar="DIR", type=Path, help="where the certificate authority is kept")
    add("--gateway", action="store_true", help="serve /read/<address> instead of being a proxy")
    add("--allow-private", action="store_true", help="let clients reach this machine's own network")
    add("--users", metavar="NAME:PASSWORD", default="", help="who may use it; @FILE is htpasswd's")
    add(
        "--admins", metavar="NAME[,NAME]", type=groups.names, default=(),
        help="users who may change the settings for all",
    )  # fmt: skip
    add("--trusted", metavar="FILE", type=Path, help="further certificate authorities of servers (PEM)")


def add_annotate(parser: argparse.ArgumentParser) -> None:
    """`printworthy annotate`: the local server that takes annotations from the browser extension, and what became of them.

    Without further options it serves. The options of the second group read or change the folder, and end.
    """  # noqa: E501 - completion shows the first line
    add = parser.add_argument
    add("--data", dest="folder", metavar="DIR", type=Path, required=True, help="where the annotations are kept")
    add("--host", default="127.0.0.1", help="where to listen (default: %(default)s)")
    add("--port", type=groups.port, default=8031, help="default: %(default)s; 0 takes a free one")
    add("--token", help="what clients must send (default: made once, kept in DIR/.token)")
    add("--model", metavar="FILE", help="a model of your own to pre-label with")
    instead = parser.add_argument_group("instead of serving").add_mutually_exclusive_group().add_argument
    instead("--progress", action="store_true", help="tell how far the annotating is")
    instead("--disagreements", action="store_true", help="tell where annotators differ")
    instead("--check", action="store_true", help="align all annotations and tell what was not found")
    instead("--next", metavar="N", nargs="?", const=5, type=groups.page_count, help="the N pages to annotate next")
    instead("--add", metavar="PAGE", nargs="+", type=Path, help="put saved pages into the queue")
    instead("--import", dest="source", metavar="DIR", type=Path, help="read annotations from a folder")
    instead("--export", dest="target", metavar="DIR", type=Path, help="write annotations to a folder")
    add("--format", choices=ANNOTATION_FORMATS, default="webnews", help="of --import and --export (%(default)s)")
    add("--html", metavar="DIR", type=Path, help="where the pages of --import lie (webnews)")
    add("--url", default="", help="the address of the one page of --add")


def add_serve(parser: argparse.ArgumentParser) -> None:
    """`printworthy serve`: the web printing service, with its page at `/` and its calls under `/v1`."""
    add = parser.add_argument
    add("--host", default="127.0.0.1", help="where to listen (default: %(default)s)")
    add("--port", metavar="N", type=groups.port, default=8000, help="default: %(default)s; 0: a free one")
    add("--quiet", action="store_true", help="log failures only")
    add("--model", metavar="FILE", type=Path, help=_OWN_MODEL)
    _add_access(parser)
    _add_work(parser)
    _add_cluster(parser)


def _add_access(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group("who may call").add_argument
    add("--token-file", metavar="FILE", type=Path, help="tokens, one a line; # begins a comment")
    add("--public", action="store_true", help="let everybody in, wherever they are")
    add(
        "--name", dest="hosts", metavar="HOST", type=str.lower, action="append", default=[],
        help="a name that it is called by",
    )  # fmt: skip
    add("--origin", dest="origins", metavar="URL", action="append", default=[], help="a site whose scripts may call")
    add("--proxy", dest="proxies", metavar="IP", action="append", default=[], help="a reverse proxy that is believed")
    add("--rate", metavar="N", type=groups.number, default=10.0, help="calls a second and caller; 0: any")
    add("--burst", metavar="N", type=groups.count, default=40, help="calls at once (default: %(default)s)")
    add("--quota", metavar="N", type=groups.count, default=0, help="pages a day and caller; 0: any")


def _add_work(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group("what it may cost").add_argument
    add("--workers", metavar="N", type=groups.count, help="processes (default: one a processor)")
    add("--queue", metavar="N", type=groups.count, default=32, help="calls that may wait (default: 32)")
    add("--seconds", metavar="S", type=groups.number, default=60.0, help="a call may take (default: 60)")
    add("--page-seconds", metavar="S", type=groups.number, default=20.0, help="a page may take (default: 20)")
    add("--megabytes", metavar="N", type=groups.count, default=1024, help="a worker may hold (default: 1024)")
    add("--browsers", metavar="N", type=groups.count, default=1, help="warm browsers (default: 1)")
    add("--folder", metavar="DIR", type=Path, help="where jobs and fetched pages are kept")
    add("--no-folder", action="store_true", help="keep nothing on disk, and take no jobs")


def _add_cluster(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group("many machines").add_argument
    told = "do the work on Ray: on the cluster at an address (or auto), or on one that is started here"
    add("--cluster", metavar="ADDRESS", nargs="?", const="own", help=told)
    told = "how many of a kind, always and under load (default: 1, or 2 on several machines; one a core)"
    add("--replicas", metavar="LEAST:MOST", type=groups.span, default=(0, 0), help=told)


def add_train(parser: argparse.ArgumentParser) -> None:
    """`printworthy train`: pages that you labelled in, a model of your own out, with a report on how good it is.

    The folder is one of `printworthy annotate`, or a corpus in a layout of docs/evaluate.md, such as WCXB's. By default
    the new model is stacked on the built-in one, for which a few dozen pages are enough.
    """
    add = parser.add_argument
    add("data", metavar="DIR", type=Path, help="the folder of the labelled pages")
    add("-o", "--output", metavar="MODEL", type=Path, required=True, help="the model file to write")
    add("--model", metavar="FILE", help="stack on this model instead of the built-in one")
    add("--from-scratch", action="store_true", help="fit all anew; takes hundreds of pages and minutes")
    add("--resume", action="store_true", help="go on where a training of the same pages was stopped")


def _format(word: str) -> str:
    return _SHORT.get(word.lower(), word.lower())


class Verb(NamedTuple):
    """What the list of verbs says about one, and what declares its arguments."""

    about: str
    add: Callable[[argparse.ArgumentParser], None]


VERBS: Final = {
    "extract": Verb("write a page's article to standard output", add_extract),
    "print": Verb("write a page's article to files", add_print),
    "explain": Verb("show why each part of a page was kept or dropped", add_explain),
    "evaluate": Verb("measure quality and speed on pages with known articles", add_evaluate),
    "batch": Verb("extract from archives of many pages", add_batch),
    "filter": Verb("take the clutter out of a page, keep its look", add_filter),
    "proxy": Verb("filter pages for everyone behind a proxy", add_proxy),
    "annotate": Verb("take annotations from the browser extension", add_annotate),
    "serve": Verb("print pages for others, over HTTP", add_serve),
    "train": Verb("teach it your own pages", add_train),
}
