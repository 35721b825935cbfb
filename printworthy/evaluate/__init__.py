"""Evaluate: pages with their truth, extractors side by side, and how well and how fast each one does."""
