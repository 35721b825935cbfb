"""Compile the rooms that see every node of a page, while the package is built: Python in, machine code out.

pyproject.toml names the modules. mypyc makes C of them as they stand, so that there is one source and one behaviour.
Where no C compiler is at hand, or PRINTWORTHY_PURE is set, the package is made without, and is slower.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

# The modules are checked elsewhere, with all that they import; here only their own types count.
_CHECK = ("--config-file=", "--cache-dir=/dev/null", "--no-site-packages", "--ignore-missing-imports",
          "--follow-imports=silent")  # fmt: skip


class CompileHook(BuildHookInterface[Any]):
    """Adds the compiled modules to a wheel, or puts them beside their sources where the package is editable."""

    PLUGIN_NAME = "custom"
    made: Path | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, before hatchling collects the files."""
        root = Path(self.root)
        if version == "editable":
            forget(root)
        if os.environ.get("PRINTWORTHY_PURE"):
            return
        self.made = Path(tempfile.mkdtemp(prefix="printworthy-"))
        try:
            found = compile_modules(root, list(self.config["modules"]), self.made)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - whatever a compiler may say, the package works without
            self.app.display_warning(f"not compiled, and therefore slower: {error}")
            return
        if version == "editable":
            for path in found:
                shutil.copy2(path, root / path.relative_to(self.made / "lib"))
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        build_data["force_include"] |= {str(path): str(path.relative_to(self.made / "lib")) for path in found}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002 - hatchling's
        """Leave nothing behind."""
        if self.made is not None:
            shutil.rmtree(self.made, ignore_errors=True)


def compile_modules(root: Path, modules: list[str], folder: Path) -> list[Path]:
    """The extension modules made of these sources, under `folder`/lib."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    before = Path.cwd()
    os.chdir(root)  # mypyc names modules by their path from here
    try:
        extensions = mypycify(
            [*_CHECK, *modules], opt_level="2", debug_level="0", group_name="printworthy", target_dir=str(folder / "c")
        )
        command = Distribution({"name": "printworthy", "ext_modules": extensions}).get_command_obj("build_ext")
        command.build_lib, command.build_temp = str(folder / "lib"), str(folder / "temp")
        command.ensure_finalized()
        command.run()
    finally:
        os.chdir(before)
    return [path for path in (folder / "lib").rglob("*") if path.is_file()]


def forget(root: Path) -> None:
    """Remove what was compiled before."""
    for path in (*root.glob("printworthy__mypyc.*"), *(root / "printworthy").rglob("*")):
        if path.suffix in (".so", ".pyd"):
            path.unlink()
