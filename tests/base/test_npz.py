"""Arrays in a file: what is written is read, by numpy as well, and what is damaged is refused."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from printworthy.base.npz import read_npz, write_npz

ARRAYS: dict[str, NDArray[Any]] = {
    "numbers": np.arange(12, dtype=np.int16).reshape(3, 4),
    "turned": np.arange(6, dtype=np.float32).reshape(2, 3).T,
    "none": np.zeros((0, 3), np.float64),
    "one": np.array([7.5], np.float16),
    "words": np.array(["eins", "zwei"]),
    "true": np.array([True, False]),
}


def test_what_is_written_is_read_and_always_the_same() -> None:
    content = write_npz(ARRAYS)
    assert content == write_npz(ARRAYS)
    found = read_npz(content)
    assert list(found) == list(ARRAYS)
    with np.load(io.BytesIO(content), allow_pickle=False) as file:
        for name, array in ARRAYS.items():
            for read in (found[name], file[name]):
                assert (read.dtype, read.shape) == (array.dtype, array.shape)
                assert np.array_equal(read, array)


def test_nothing_of_it_can_be_written_to() -> None:
    with pytest.raises(ValueError, match="read-only"):
        read_npz(write_npz(ARRAYS))["numbers"][0] = 1


def test_no_byte_may_be_missing_or_wrong() -> None:
    content = write_npz({"numbers": np.arange(40)})
    inside = content.index(b"PK\x01\x02")
    for end in range(inside):
        with pytest.raises(ValueError, match=r"no|damaged|shorter|invalid"):
            read_npz(content[:end])
    for place in range(50, inside):  # the packed array
        with pytest.raises(ValueError, match=r"no|damaged|shorter|invalid"):
            read_npz(content[:place] + bytes([content[place] ^ 0x55]) + content[place + 1 :])


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"<html>", bytes(1000)])
def test_other_files_are_refused(content: bytes) -> None:
    with pytest.raises(ValueError, match=r"no|damaged"):
        read_npz(content)


def test_what_would_run_code_is_refused() -> None:
    out = io.BytesIO()
    np.savez_compressed(out, thing=np.array([object()]), allow_pickle=True)
    with pytest.raises(ValueError, match=r"no|damaged"):
        read_npz(out.getvalue())
