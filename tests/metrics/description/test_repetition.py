import importlib

import numpy as np
import pytest

from benchmarks.results import RESULTS, read_results
from cinescribe.errors import ScoreError
from cinescribe.metrics.core.similarity import Similarity
from cinescribe.metrics.description.repetition import (
    CLOSE,
    HUMAN_RATE,
    MEASURED_MODEL,
    nearest_earlier,
    repetition_score,
    split_sentences,
)
from tests.metrics.description.plain_scores import BagOfWords, cosine, film, plain_repetition

TEXTS = ["Anna opens the door. Ben waits.", "Ben waits.", "", "Anna opens a door. The sea! Is it the sea?"]


def test_repetition_equals_its_definition():
    sentences = [sentence for text in TEXTS for sentence in split_sentences(text)]
    for threshold in (0.4, 0.7, 0.99):
        score = repetition_score([film(TEXTS)], BagOfWords(), threshold=threshold)
        assert score.value == pytest.approx(plain_repetition(sentences, threshold) / len(sentences))
    assert repetition_score([film(TEXTS)], BagOfWords(), threshold=0.7).per_item == pytest.approx(
        {"0": 0, "1": 1, "3": 1 / 3}
    )


def test_films_do_not_repeat_each_other():
    films = [film(["Ben waits."], name="a"), film(["Ben waits.", "Ben waits."], name="b")]
    assert repetition_score(films, BagOfWords()).per_item == {"a0": 0, "b0": 0, "b1": 1}


def test_long_films_are_compared_in_parts(monkeypatch):
    monkeypatch.setattr(importlib.import_module("cinescribe.metrics.description.repetition"), "_BATCH", 2)
    sentences = ["a b", "b c", "a c", "a b", "c d"]
    nearest = nearest_earlier(sentences, BagOfWords())
    plain = [-1.0, *(max(cosine(sentences[n], other) for other in sentences[:n]) for n in range(1, 5))]
    assert nearest == pytest.approx(np.array(plain))


def test_the_signature_has_the_human_rate_only_where_it_was_measured():
    class Measured(BagOfWords):
        name = MEASURED_MODEL

    def human(similarity: Similarity, **options) -> str:
        return repetition_score([film(TEXTS)], similarity, **options).signature.split("|")[3]

    assert human(Measured()) == f"human:{HUMAN_RATE:g}"
    assert human(Measured(), threshold=0.5) == human(BagOfWords()) == "human:unmeasured"


@pytest.mark.parametrize("threshold", [0, 1.5, float("nan")])
def test_an_impossible_threshold_is_refused(threshold):
    with pytest.raises(ScoreError, match=f"the repetition `threshold` is {threshold}; expected a similarity above 0"):
        repetition_score([film(TEXTS)], BagOfWords(), threshold=threshold)


def test_empty_descriptions_are_refused():
    with pytest.raises(ScoreError, match="Repetition has no value: none of the 1 items can be measured"):
        repetition_score([film([""])], BagOfWords())


def test_the_constants_are_those_that_were_measured():
    headlines = read_results(RESULTS / "description_scores.json").headlines
    threshold, rate = (
        next(line for line in headlines if line.what.startswith(start))
        for start in ("Repetition: the smallest threshold", "Repetition: people's sentences")
    )
    assert threshold.figure == f"{CLOSE:g}"
    assert rate.what.startswith(f"Repetition: people's sentences above {CLOSE:g} ")
    assert round(float(rate.figure.partition("%")[0]) / 100, 3) == HUMAN_RATE
