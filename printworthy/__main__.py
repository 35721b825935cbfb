"""`python -m printworthy` is the command `printworthy`."""

from __future__ import annotations

import sys

from printworthy.apps.cli.main import main

sys.exit(main())
