"""Raters who look only at how texts are written, in studies of systems that differ in nothing else."""

import json
import re
from random import Random

import pytest
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import make_pipeline

from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.schema import Clip
from cinescribe.study.kinds.items import REFERENCE
from cinescribe.study.steps.create_study import create_study
from cinescribe.timing import Span

N_CLIPS = 200
VERBS = ("waves", "runs", "nods", "does n't sing", "looks", "bows")
WAYS = {
    "listed": lambda text: re.sub(r"P(\d+)", r"[P\1]", text),
    "tokenised": lambda text: text.lower().replace(".", " ."),
    "bare": lambda text: re.sub(r"P\d+", "someone", text)[:-1],
    "lsmdc": lambda text: re.sub(r"P\d+", "SOMEONE", text).replace(" to ", "  to "),
}


def sentence(random):
    return f"P{random.randint(1, 3)} {random.choice(VERBS)} to P{random.randint(4, 7)} at door {random.randint(1, 9)}."


@pytest.fixture
def pages(tmp_path):
    """A function that makes a ranking study and returns its pages.

    The reference and four systems draw their sentences alike, and each writes them its own way.
    """
    random = Random(7)
    clips = [Clip(f"c{n}", "film", Span(n, n + 1), sentence(random)) for n in range(N_CLIPS)]
    films = [CorpusFilm("film", "test", None, float(N_CLIPS))]
    write_corpus(tmp_path / "corpus", CorpusCard("c", "here", "none"), films=films, clips=clips)
    systems = {name: tmp_path / f"{name}.json" for name in WAYS}
    for name, write in WAYS.items():
        texts = [{"image_id": clip.id, "caption": write(sentence(random))} for clip in clips]
        systems[name].write_text(json.dumps(texts))

    def make(name, **settings):
        folder = tmp_path / name
        return create_study("rank", tmp_path / "corpus", folder, systems=systems, reference=True, **settings)

    return make


def guessed(study):
    """The share of texts whose system a rater tells who has seen who wrote half of the others."""
    texts = [(text.text, text.system) for page in study.pages for text in page.texts]
    half = len(texts) // 2
    rater = make_pipeline(
        CountVectorizer(analyzer="char", ngram_range=(1, 3), lowercase=False), LogisticRegression(max_iter=500)
    )
    rater.fit(*zip(*texts[:half], strict=True))
    return float(rater.score(*zip(*texts[half:], strict=True)))


def test_raters_who_look_for_marks_do_no_better_than_chance(pages):
    study = pages("blind")
    n_systems = len(WAYS) + 1
    assert {text.system for page in study.pages for text in page.texts} == {*WAYS, REFERENCE}
    chance, n = 1 / n_systems, N_CLIPS * n_systems / 2
    assert guessed(study) < chance + 2.58 * (chance * (1 - chance) / n) ** 0.5
    assert study.marks == ()


def test_texts_as_written_betray_their_systems_and_the_study_says_so(pages):
    study = pages("open", as_written=True)
    assert guessed(study) > 0.9
    assert any(mark.startswith("lsmdc: words in capitals") for mark in study.marks)
    assert any(mark.startswith("tokenised: no capital") for mark in study.marks)
