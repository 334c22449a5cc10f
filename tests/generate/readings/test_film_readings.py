"""Readings of planned films: a model that sees has them noted, one that recites what is usual has not."""

import json
import zlib
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.commonsense.note_liars import ALWAYS, CLAIMED, PLAUSIBLE, USUAL, NoteLiar
from benchmarks.commonsense.planned_films import PlannedWitness, planned_film
from benchmarks.describer.stand_ins.requests import statements_of
from benchmarks.describer.witness_errors import Errors
from cinescribe.generate.readings.film_readings import NO_FIT, Reader, film_readings
from cinescribe.generate.readings.reading_fit import KindFit, ReadingFit
from cinescribe.models.vlm.chat import ChatAnswer

FILM = planned_film(7900, motivated=True, false_facts=0.0)
FIT = ReadingFit(
    "any", 8, tuple(KindFit(kind, 40, 0.8, 0.9, 0.1, 0.9, 0.1, 0.9, 0.1) for kind in ("why", "effect", "trait"))
)


class Unlike:
    """Vectors in which no two texts are alike."""

    def vectors(self, texts):
        rows = [np.random.default_rng(zlib.crc32(text.encode())).normal(size=64) for text in texts]
        return np.stack([row / np.linalg.norm(row) for row in rows])


class Asked:
    """Keeps the requests to a model."""

    def __init__(self, model):
        self.model, self.name, self.can, self.requests = model, model.name, model.can, []

    def ask(self, requests):
        self.requests += requests
        return self.model.ask(requests)


def witness(errors=0.0):
    return PlannedWitness(FILM.truth, (), (), Errors(errors, errors, errors), 0)


def read(model, fit=FIT, moments=FILM.moments):
    return film_readings(moments, Reader(model, FILM.look, FILM.roles, Unlike(), fit))


def noted(found):
    return [one.reading for one in found if not one.faults]


def test_a_model_that_sees_has_its_readings_noted():
    found = read(witness())
    assert len(noted(found)) > 0.7 * sum(bool(one.reading.evidence) for one in found)
    assert {one.kind for one in noted(found)} == {"why", "effect", "trait"}
    assert all(0.85 <= one.probability < 1 for one in found if not one.faults)


@pytest.mark.parametrize("kind", [ALWAYS, PLAUSIBLE, USUAL, CLAIMED])
def test_a_model_that_recites_has_almost_nothing_noted_even_by_the_fit_of_another(kind):
    found = read(NoteLiar(FILM.truth, (), (), Errors(), 0, kind=kind))
    assert len(found) > 10
    assert len(noted(found)) <= 0.1 * len(found), noted(found)


def test_without_a_fit_nothing_is_noted():
    found = read(witness(), None)
    assert not noted(found)
    assert {fault for one in found for fault in one.faults if one.answers.plain is not None} == {NO_FIT}


def test_a_model_that_does_not_see_squares_has_nothing_noted():
    class Unseeing(PlannedWitness):
        def _sureness(self, statement, pictures, frames, called):
            return -10.0 if "square" in statement else super()._sureness(statement, pictures, frames, called)

    found = read(Unseeing(FILM.truth, (), (), Errors(), 0))
    assert not noted(found)
    assert any(one.faults == ("the model does not see what is drawn into the frames",) for one in found)


def test_each_claim_is_asked_plain_denied_and_swapped_in_requests_of_their_own():
    asked = Asked(witness())
    found = read(asked)
    lists = [{text for _, text in statements_of(one.text)} for one in asked.requests if one.schema is None]
    for one in noted(found):
        forms = {one.plain, one.denied, one.swapped}
        assert all(any(form in each for each in lists) for form in forms)
        assert max(len(forms & each) for each in lists) == 1


def test_a_moment_without_facts_is_not_asked_about_and_serves_as_control():
    bare = [one if n < 2 else replace(one, facts=()) for n, one in enumerate(FILM.moments)]
    asked = Asked(witness())
    read(asked, moments=bare)
    assert 1 <= sum(request.schema is not None for request in asked.requests) <= 4
    times = [picture.label for request in asked.requests if request.schema is None for picture in request.pictures]
    assert any(float(label.split(" at ")[1].split()[0]) > bare[3].about.start for label in times)


def test_a_film_of_one_moment_has_no_blind_control_so_nothing_is_noted():
    found = read(witness(), moments=FILM.moments[:1])
    assert found
    assert not noted(found)


@pytest.mark.parametrize(
    "answer", ["", "no", "[]", '{"readings": 3}', '{"readings": [3, {"kind": "why"}]}', "I think so."]
)
def test_answers_that_hold_no_readings_are_left_out(answer):
    class Odd(PlannedWitness):
        def _answer(self, request):
            return ChatAnswer(answer) if request.schema is not None else super()._answer(request)

    assert read(Odd(FILM.truth, (), (), Errors(), 0)) == []


def test_a_reading_about_somebody_who_does_nothing_has_no_evidence():
    says = {"kind": "why", "who": "Nobody", "text": "to rest", "alternative": "to wait", "evidence": [1, 99, True]}

    class Odd(PlannedWitness):
        def _answer(self, request):
            if request.schema is None:
                return super()._answer(request)
            name = FILM.truth.cast[0].name
            return ChatAnswer(json.dumps({"readings": [says, {**says, "who": name}]}))

    found = read(Odd(FILM.truth, (), (), Errors(), 0))
    assert {one.reading.who for one in found} == {FILM.truth.cast[0].name}
    assert any("it names no accepted fact as evidence" in one.faults for one in found)
