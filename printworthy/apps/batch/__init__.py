"""The batch runner; nothing of it can be imported without its extra."""

from printworthy.base.extras import need

need("batch", "working through archives", "daft", "pyarrow", "zstandard")
