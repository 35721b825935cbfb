"""Arrays in a file, as numpy's `.npz`: a zip of plain arrays, each packed, no pickle. `numpy.load` reads them as well.

They are read here without `zipfile`, which takes longer to import than all arrays of a model take to be read. So this
reads only what this writes: whoever says of a member how long it is says so before it.
"""

from __future__ import annotations

import io
import re
import struct
import zlib
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Arrays = dict[str, NDArray[Any]]
_MEMBER, _CONTENTS = b"PK\x03\x04", b"PK\x01\x02"
_HEAD: Final = struct.Struct("<4s5H3I2H")
_PACKED: Final = 8
_ARRAY: Final = re.compile(
    rb"\x93NUMPY\x01\x00..\{'descr': '([<|][a-zA-Z]\d+)', 'fortran_order': False, 'shape': \(([\d, ]*)\), \} *\n",
    re.DOTALL,
)


def write_npz(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """The content of a file, with fixed dates, so that the same arrays give the same bytes."""
    from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED, compresslevel=9) as file:
        for name, array in arrays.items():
            content = io.BytesIO()
            np.lib.format.write_array(content, np.ascontiguousarray(array), allow_pickle=False)
            entry = ZipInfo(f"{name}.npy", date_time=(2020, 1, 1, 0, 0, 0))
            entry.compress_type = ZIP_DEFLATED
            file.writestr(entry, content.getvalue())
    return out.getvalue()


def read_npz(content: bytes) -> Arrays:
    """The arrays of a file, which cannot be written to; `ValueError` if it is none, or damaged."""
    found: Arrays = {}
    place = 0
    try:
        while content.startswith(_MEMBER, place):
            _, _, _, method, _, _, check, packed, _, name, extra = _HEAD.unpack_from(content, place)
            start = place + _HEAD.size
            body = content[start + name + extra : start + name + extra + packed]
            array = zlib.decompress(body, -zlib.MAX_WBITS) if method == _PACKED else body
            if zlib.crc32(array) != check:
                raise ValueError("an array is damaged")
            found[content[start : start + name].decode("ascii").removesuffix(".npy")] = _array(array)
            place = start + name + extra + packed
    except (struct.error, zlib.error) as error:
        raise ValueError("the file is damaged") from error
    if not content.startswith(_CONTENTS, place):
        raise ValueError("this is no file of arrays")
    return found


def _array(content: bytes) -> NDArray[Any]:
    head = _ARRAY.match(content)
    if head is None:
        raise ValueError("this is no plain array")
    shape = tuple(int(size) for size in head[2].split(b",") if size.strip())
    try:
        return np.ndarray(shape, head[1].decode("ascii"), content, head.end())
    except TypeError as error:
        raise ValueError("an array is shorter than it says") from error
