"""`printworthy extract`: a page in, its article on standard output or in a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from printworthy.apps.cli.arguments import PageArguments
from printworthy.apps.cli.load import load_article
from printworthy.apps.cli.terminal import write_stdout
from printworthy.writers.protocol import WriteOptions
from printworthy.writers.registry import suffixes, write, writer_for_name, writer_for_path
from printworthy.writers.save import check_target, save_bytes

# Whoever names such a file does not expect plain text in it.
_OTHERS: Final = (".doc", ".docx", ".odt", ".rtf", ".mobi", ".azw3", ".tex", ".xml")


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtractArguments:
    """What was asked for."""

    source: str
    format: str | None
    output: str
    page: PageArguments


def run(arguments: ExtractArguments) -> int:
    """Extract, write, done."""
    output, page = arguments.output, arguments.page
    suffix = Path(output).suffix.lower()
    if suffix in _OTHERS and not arguments.format:
        writer_for_path(output)
    name = arguments.format or (None if suffix in suffixes() else "text")
    target = None if output == "-" else check_target(output)
    article, pictures = load_article(arguments.source, page.url, page.plan(), force=page.force, verbose=page.verbose)
    options = WriteOptions(comments=page.options.comments, resources=pictures)
    content = write(article, writer_for_name(name) if name else writer_for_path(output), options)
    if target is None:
        write_stdout(content)
    else:
        save_bytes(content, target)
    return 0
