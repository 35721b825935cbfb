"""Weights: what each signal counts, as plain numbers in a JSON file. `train/pictures.py` makes it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources


@dataclass(frozen=True, slots=True)
class Weights:
    """The weight of each signal by name, and of none of them; signals without weight are left out."""

    bias: float
    signals: Mapping[str, float] = field(default_factory=dict)


@cache
def shipped_weights() -> Weights:
    """The weights in the package."""
    return read_weights((resources.files("printworthy.images") / "weights.json").read_text("utf-8"))


def read_weights(text: str) -> Weights:
    """Weights from the content of a file."""
    data = json.loads(text)
    return Weights(float(data["bias"]), {name: float(value) for name, value in data["signals"].items()})


def weights_text(weights: Weights, card: Mapping[str, object]) -> str:
    """The content of a file for weights; `card` says where they come from. The same weights give the same text."""
    signals = {name: round(value, 4) for name, value in weights.signals.items() if round(value, 4)}
    return json.dumps({"card": card, "bias": round(weights.bias, 4), "signals": signals}, indent=1) + "\n"
