"""Whether a reading is true of a story: the wording of all stories that is nearest to it is one of that moment's."""

import numpy as np
import pytest

from benchmarks.commonsense.planned_films import planned_film
from cinescribe.describe.note_fit.reading_truth import StoryTruth, implied
from cinescribe.generate.readings.reading import Reading

FILM = planned_film(7901, motivated=True, false_facts=0.0)
FIRST = FILM.truth.moments[0]
NUMBER = next(n for n, clip in enumerate(FILM.truth.clips) if clip.id == FIRST.first)
OTHER = next(one for one in FILM.truth.moments if one.temperament != FIRST.temperament)


class Letters:
    """Vectors of how often each letter is in a text: other words of the same letters are the same."""

    def vectors(self, texts):
        rows = [np.array([text.casefold().count(chr(97 + n)) for n in range(26)], float) + 1e-6 for text in texts]
        return np.stack([row / np.linalg.norm(row) for row in rows])


TRUTH = StoryTruth([FILM.truth], Letters())


def is_true(kind, text, moments=(NUMBER,)):
    return TRUTH.is_true(Reading(kind, "Anna", text, "x", ("f",), moments), text, FILM.truth, FILM.abouts)


@pytest.mark.parametrize("kind", ["why", "effect", "trait"])
def test_each_wording_of_a_moment_is_true_of_it_and_others_are_not(kind):
    own = set(implied(FIRST, kind))
    assert all(is_true(kind, text) for text in own)
    assert not any(is_true(kind, text) for text in implied(OTHER, kind) if text not in own)


def test_other_words_are_as_true_as_the_wording_that_is_nearest():
    text = FIRST.intentions[0]
    assert is_true("why", " ".join(text.upper().split()[::-1]))


def test_a_wish_is_judged_in_the_first_of_its_moments_and_a_trait_in_all():
    elsewhere = next(n for n, clip in enumerate(FILM.truth.clips) if clip.id == OTHER.first)
    assert not is_true("why", FIRST.intentions[0], moments=(elsewhere, NUMBER))
    assert is_true("trait", implied(FIRST, "trait")[0], moments=(elsewhere, NUMBER))


def test_nothing_is_true_of_films_without_motives():
    plain = planned_film(7902, motivated=False, false_facts=0.0)
    truth = StoryTruth([plain.truth], Letters())
    reading = Reading("why", "Anna", "to rest", "x", ("f",), (0,))
    assert not truth.is_true(reading, "to rest", plain.truth, plain.abouts)
