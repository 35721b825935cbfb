import importlib.util
import math
from pathlib import Path

import pytest

from printworthy.errors import LimitError
from printworthy.evaluate.peers import Tool

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "speed" / "growth.py"


@pytest.fixture(scope="module")
def growth():
    spec = importlib.util.spec_from_file_location("growth", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("power", [0.5, 1.0, 2.0])
def test_the_exponent_is_that_of_the_times(growth, power):
    points = [growth.Point(size, 1e-9 * size**power, "") for size in (1000, 5000, 70_000, 900_000)]
    assert growth.exponent(points) == pytest.approx(power)


def test_refused_pages_do_not_count(growth):
    points = [growth.Point(1000, 1.0, ""), growth.Point(2000, 2.0, ""), growth.Point(4000, 0.001, "refused: too deep")]
    assert growth.exponent(points) == pytest.approx(1)
    assert math.isnan(growth.exponent(points[:1]))


def test_pages_have_about_the_size_that_was_asked_for(growth):
    for shape in growth.SHAPES.values():
        assert len(shape(200_000)) == pytest.approx(200_000, rel=0.1)
        assert shape(50_000) == shape(50_000)


def test_a_shape_ends_where_a_page_is_refused(growth):
    def extract(page, url):
        if len(page) > 30_000:
            raise LimitError("too deep")
        return "text"

    points = growth.grow(Tool("ours", "1", extract), growth.depth, [10_000, 20_000, 40_000, 80_000], 60)
    assert [point.outcome for point in points] == ["4 characters", "4 characters", "refused: too deep"]
