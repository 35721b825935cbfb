"""Printworthy: a web page in, its article out.

The public names are those of `__all__`; each is imported when it is first used, so that `import printworthy` and
`printworthy --help` stay quick. Two of them (`extract`, `fetch`) share their name with a submodule, and the import
system binds a submodule as an attribute of its package as soon as anybody imports it. The names are therefore data
descriptors on the package's class, which no such binding can hide: `printworthy.extract` is always the function.
"""

from __future__ import annotations

import os
import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING

from printworthy import errors
from printworthy.version import VERSION as __version__

if TYPE_CHECKING:
    from printworthy.apps.filtering import filter_page
    from printworthy.data.article import Article
    from printworthy.extract import extract
    from printworthy.fetch.client import fetch
    from printworthy.options import Options
    from printworthy.whole.links import find_print_link
    from printworthy.writers.save import save as write

__all__ = ["Article", "Options", "__version__", "errors", "extract", "fetch", "filter_page", "find_print_link", "write"]


class _Lazy:
    """A public name that stands for `module.name`."""

    def __init__(self, module: str, name: str) -> None:
        self.module = module
        self.name = name

    def __get__(self, package: ModuleType | None, owner: type) -> object:
        return getattr(import_module(self.module), self.name)

    def __set__(self, package: ModuleType, value: object) -> None:
        if isinstance(value, ModuleType):
            return  # the import system binding a submodule of the same name
        raise AttributeError(f"printworthy: public names are read-only; patch {self.module}.{self.name} instead")


class _Package(ModuleType):
    """This package, with its public names."""

    Article = _Lazy("printworthy.data.article", "Article")
    Options = _Lazy("printworthy.options", "Options")
    extract = _Lazy("printworthy.extract", "extract")
    fetch = _Lazy("printworthy.fetch.client", "fetch")
    filter_page = _Lazy("printworthy.apps.filtering", "filter_page")
    find_print_link = _Lazy("printworthy.whole.links", "find_print_link")
    write = _Lazy("printworthy.writers.save", "save")

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *__all__})


sys.modules[__name__].__class__ = _Package

# numpy starts a thread a processor as it is imported, and each of them turns round and round for 2^26 cycles before it
# sleeps, for nothing: that shows in the time of the first page. 2^20 are enough for one that has work.
os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", "20")
