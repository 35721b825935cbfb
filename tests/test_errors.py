from __future__ import annotations

import inspect
import pickle
import re

import pytest

from printworthy import errors
from printworthy.errors import MissingExtraError, PrintworthyError

TREE = [kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, PrintworthyError)]


@pytest.mark.parametrize("kind", TREE, ids=lambda kind: kind.__name__)
def test_the_drawing_names_each_with_its_exit_code(kind: type[PrintworthyError]) -> None:
    assert re.search(rf"{kind.__name__} +{kind.exit_code} ", errors.__doc__ or "")


def test_branches_have_exit_codes_of_their_own() -> None:
    # Doors have classes of their own for what has no exit code.
    kinds = [kind for kind in PrintworthyError.__subclasses__() if kind.__module__ == PrintworthyError.__module__]
    codes = [kind.exit_code for kind in kinds]
    assert len(set(codes)) == len(codes)
    assert not {0, 1} & set(codes)


@pytest.mark.parametrize(
    ("feature", "message"),
    [
        ("", "this needs the extra 'pdf': "),
        ("writing PDF", "writing PDF needs the extra 'pdf': "),
    ],
)
def test_missing_extra_says_what_to_install(feature: str, message: str) -> None:
    error = MissingExtraError("pdf", feature)
    assert str(error) == f"{message}pip install '.[pdf]' in the folder of Printworthy's source, or make install there"
    assert error.extra == "pdf"
    assert isinstance(error, ImportError)


@pytest.mark.parametrize("kind", TREE, ids=lambda kind: kind.__name__)
def test_errors_survive_a_trip_between_processes(kind: type[PrintworthyError]) -> None:
    error = kind("pdf")
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.exit_code) == (kind, str(error), error.exit_code)
