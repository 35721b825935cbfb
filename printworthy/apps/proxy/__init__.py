"""The filtering proxy; nothing of it can be imported without its extra."""

from printworthy.base.extras import need

need("proxy", "the filtering proxy", "mitmproxy")
