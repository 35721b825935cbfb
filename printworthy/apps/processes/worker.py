"""A worker's process: a function and its arguments come in on standard input, its result or its error goes out.

With the first it gets ready; that one gets no answer. It may be killed at any moment. It has no network, and its memory
is bounded: a call that needs more is an error, after which the worker ends.
"""

from __future__ import annotations

import os
import sys
from typing import BinaryIO

from printworthy.apps.processes.wire import pack, receive, unpack
from printworthy.base.confine import confine
from printworthy.base.memory import undisturbed
from printworthy.errors import LimitError, PrintworthyError


def main(megabytes: int, programs: bool) -> None:
    """Confine this process, get ready, and work until standard input ends."""
    confine(megabytes, programs)
    source, answers = _streams()
    with undisturbed():
        if (first := receive(source)) is not None:
            function, arguments = unpack(first)
            function(*arguments)
    while (body := receive(source)) is not None:
        answer, well = _answer(body, megabytes)
        answers.write(answer)
        answers.flush()
        if not well:
            return


def _answer(body: bytes, megabytes: int) -> tuple[bytes, bool]:
    """What a call gives, as it travels, and whether this process is still fit for the next."""
    try:
        function, arguments = unpack(body)
        return pack((True, function(*arguments))), True
    except PrintworthyError as error:
        return pack((False, error)), True
    except RecursionError:
        return pack((False, LimitError("the page is nested too deeply: give a simpler one"))), True
    except MemoryError:
        large = LimitError(f"the page needs more than {megabytes} MB of memory: give a smaller one")
        return pack((False, large)), False
    except Exception as error:  # noqa: BLE001 - it travels, and is raised again by whoever called
        return pack((False, _plain(error))), True


def _plain(error: Exception) -> Exception:
    """An error that can travel, whatever it holds; where it was raised goes along, what it says may be a page's."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace is not None else ""
    return RuntimeError(f"{type(error).__name__} at {place}")


def _streams() -> tuple[BinaryIO, BinaryIO]:
    """Our ends of the wire. Whoever prints to standard output writes to the log instead."""
    source = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return source, answers


if __name__ == "__main__":
    main(int(sys.argv[1]), programs="programs" in sys.argv[2:])
