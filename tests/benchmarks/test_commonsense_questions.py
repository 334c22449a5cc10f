from pathlib import Path

import numpy as np
import pytest

from benchmarks.commonsense.question_runs import QuestionRuns
from benchmarks.commonsense.questions import MODELS, NAMES, gain_over_films
from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.metrics.core.score import Score, mean_score
from cinescribe.question_schema import Question
from cinescribe.schema import ASPECTS, Clip
from cinescribe.store import write_records
from cinescribe.timing import Span

RECIPES = Path(__file__).resolve().parents[2] / "recipes" / "v2c"


def precision(values: dict[str, float]) -> Score:
    return mean_score("P@1", [*values], np.array([*values.values()], float), signature="P@1")


def test_every_model_has_its_recipe_and_whole_rows_of_the_paper():
    for model in MODELS:
        assert not model.recipe or (RECIPES / f"{model.recipe}.toml").exists()
        for group, figures in (model.paper or {}).items():
            assert group in (*ASPECTS, "all")
            assert len(figures) == len(NAMES)


def test_the_gain_draws_films():
    films = {"a": "first", "b": "first", "c": "second"}
    seeing, blind = precision({"a": 1, "b": 1, "c": 0}), precision({"a": 0, "b": 0, "c": 0})
    assert gain_over_films(films, seeing, blind) == "66.7 (0.0 to 100.0)"
    assert gain_over_films(films, seeing, seeing) == "0.0 (0.0 to 0.0)"


@pytest.fixture
def runs(tmp_path):
    films = [CorpusFilm(id=split, split=split) for split in ("train", "test")]
    clips = [Clip(f"{film.id}_c1", film.id, Span(0, 2), text="P1 runs.", people=("P1",)) for film in films]
    write_corpus(tmp_path, CorpusCard("ours", "here", "none"), films=films, clips=clips)
    asked = [
        Question(clip="train_c1", text="Why?", answers=("To rest",), kind="intention-why", aspect="intention", id="1"),
        Question(clip="test_c1", text="Why?", answers=("to  rest",), kind="intention-why", aspect="intention", id="2"),
        Question(clip="test_c1", text="What?", answers=("sleeps",), kind="effect-what", aspect="effect", id="3"),
    ]
    write_records(tmp_path / "questions.jsonl", asked)
    return QuestionRuns(tmp_path, tmp_path / "runs", RECIPES, None)


def test_answers_missing_from_training_are_reported(runs):
    assert runs.unknown == {"3"}
    assert runs.films == {"2": "test", "3": "test"}


def test_the_majority_is_scored_on_the_test_films(runs):
    scores = runs.scores(runs.majority)
    assert scores["intention P@1"].value == 1
    assert scores["P@1"].value == 0.5
    assert runs.finished("video", [1, 2]) == []
