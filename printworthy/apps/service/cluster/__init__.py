"""The service on a cluster; nothing of it can be imported without its extra."""

import os

from printworthy.base.extras import need

need("cluster", "serving on a cluster", "ray", "grpc")  # ray alone comes without grpc, and then without `ray.serve`
# Ray reads these when it is imported.
os.environ.update(RAY_USAGE_STATS_ENABLED="0", RAY_SERVE_LOG_TO_STDERR="0")
