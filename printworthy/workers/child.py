"""A worker's process: calls come in on standard input, for each an answer goes out.

    python -m printworthy.workers.child NAME MEGABYTES ORPHAN MEMORY [programs] [warm]

The first frame is a function and its arguments with which the process gets ready; what it returns is the host. All
others are calls: a function and its arguments, before which the host is put if there is one. An answer says whether the
call went well, its result or error, whether the process goes on, and how many CPU seconds it has used. A host that has
a method `rest` is called by it after each answer, while nobody waits.

The process has no network, and its memory is limited (from the start, or with `warm` from when it is ready): a call
that needs more is an error, after which the process ends. It may be killed at any moment. If a call takes longer than
ORPHAN seconds, nobody watches any more, and the process ends. MEMORY is the descriptor of memory that is shared with
the parent, or 0.
"""

from __future__ import annotations

import os
import signal
import sys
from time import process_time
from typing import TYPE_CHECKING, BinaryIO

from printworthy.base.confine import confine
from printworthy.base.memory import undisturbed
from printworthy.errors import LimitError, PrintworthyError
from printworthy.workers.wire import pack, receive, unpack

if TYPE_CHECKING:
    from printworthy.workers.wire import Memory


def main(megabytes: int, orphan: float, memory: int, flags: list[str]) -> None:
    """Confine this process, get ready, and work until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a terminal sends it to all; the parent decides
    source, answers = _streams()
    shared = _shared(memory)
    programs, warm = "programs" in flags, "warm" in flags
    if not warm:
        confine(megabytes, programs)
    if (first := receive(source)) is None:
        return
    with undisturbed():
        function, arguments = unpack(first)
        host = function(*arguments)
    if warm:
        confine(megabytes, programs)
    answers.write(pack((True, None, True, process_time())))
    answers.flush()
    rest = getattr(host, "rest", None)
    while (frame := receive(source)) is not None:
        _watch(orphan)
        answer, fit = _answer(frame, shared, host, megabytes)
        _watch(0.0)
        answers.write(answer)
        answers.flush()
        if not fit:
            return
        if rest is not None:
            rest()


def _answer(frame: bytes, shared: Memory, host: object, megabytes: int) -> tuple[bytes, bool]:
    """What a call gives, as it travels, and whether this process is fit for the next."""
    fit = True
    try:
        function, arguments = unpack(frame, shared)
        result = function(*arguments) if host is None else function(host, *arguments)
        return pack((True, result, fit, process_time()), shared), fit
    except PrintworthyError as caught:
        error: Exception = caught
    except RecursionError:
        error = LimitError("the page is nested too deeply: give a simpler one")
    except MemoryError:
        error, fit = LimitError(f"the page needs more than {megabytes} MB of memory: give a smaller one"), False
    except Exception as caught:  # noqa: BLE001 - it travels, and is raised again by whoever called
        error = _plain(caught)
    return pack((False, error, fit, process_time())), fit


def _plain(error: Exception) -> Exception:
    """An error that can travel, whatever it holds; where it was raised goes along, what it says may be a page's."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace is not None else ""
    return RuntimeError(f"{type(error).__name__} at {place}")


def _watch(seconds: float) -> None:
    """Let the system end this process after so many seconds; 0 lets it live."""
    if hasattr(signal, "setitimer"):  # not on Windows
        signal.setitimer(signal.ITIMER_REAL, seconds)


def _shared(descriptor: int) -> Memory:
    """The memory that is shared with the parent; none if the descriptor is 0."""
    if not descriptor:
        return None
    import mmap  # most workers share none

    return mmap.mmap(descriptor, 0)


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
    main(int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4]), sys.argv[5:])
