"""The web printing service; nothing of it can be imported without its extra."""

from printworthy.base.extras import need

need("service", "the web printing service", "fastapi", "prometheus_client", "uvicorn")
