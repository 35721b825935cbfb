"""Scripts that fit what the package ships, from labelled pages that it does not: `python -m fitting.nodes DATA`."""
