"""Answers by likelihood, from a model made up of tables; and from a trained one, by the file."""

import sys
from typing import Any

import pytest
import torch

from cinescribe.corpus.core.corpus import read_corpus
from cinescribe.corpus.datasets.sidecar_annotations import COMMONSENSE, Commonsense
from cinescribe.errors import CorpusError, ModelError
from cinescribe.generate.commonsense.write_commonsense import WrittenCommonsense, WrittenPhrase
from cinescribe.generate.questions.answer_questions import answer_questions
from cinescribe.generate.questions.likelihood_answers import likelihood_answers
from cinescribe.generate.questions.phrase_likelihood import phrase_prior
from cinescribe.generate.questions.question_reader import AskedClip
from cinescribe.question_schema import Question
from cinescribe.schema import Clip
from cinescribe.store import write_records
from cinescribe.timing import Span
from cinescribe.train.recipes.recipe import recipe_of
from cinescribe.train.run import train_model
from tests.train import world

WRITTEN = {"a": ("to rest", "gets tired", "calm"), "b": ("to shout", "coughs", "angry")}
# Long phrases are unlikely of every clip; `shouts out loud` is likelier of b, and `is there` as likely of both.
LOG_PROBS = {
    ("a", "shouts out loud"): -30.0,
    ("b", "shouts out loud"): -20.0,
    ("a", "is there"): -5.0,
    ("b", "is there"): -5.0,
}

NOTHING: Any = None  # in place of a model that is not asked


@pytest.fixture
def tables(monkeypatch):
    """A model that is two tables: what it writes, and log-probabilities; whatever it wrote of a clip has -1."""

    def write(network, reader, items, *, n_samples):
        del network, reader
        assert n_samples > 5
        for item in items:
            phrases = [(WrittenPhrase(text, -1.0),) for text in WRITTEN[item.clip.film]]
            caption = item.caption or "P1 nods."
            yield WrittenCommonsense(item.clip.id, caption, item.caption is None, *phrases)

    def log_probs(network, reader, items, phrases):
        del network, reader
        films = [items[n].clip.film for n, _, _ in phrases]
        return torch.tensor([
            LOG_PROBS.get((film, text), -1.0 if text in WRITTEN[film] else -9.0)
            for film, (_, _, text) in zip(films, phrases, strict=True)
        ])  # fmt: skip

    module = sys.modules[likelihood_answers.__module__]
    monkeypatch.setattr(module, "write_commonsense", write)
    monkeypatch.setattr(module, "phrase_log_probs", log_probs)
    monkeypatch.setattr(sys.modules[phrase_prior.__module__], "phrase_log_probs", log_probs)


def asked(film, *questions):
    own = [
        Question(film, "?", ("yes",), kind, f"{film}/{n}", kind.split("-")[0], statement)
        for n, (kind, statement) in enumerate(questions)
    ]
    return AskedClip(Clip(film, film, Span(0, 2), "P1 sits.", ("P1",)), tuple(own))


def answers(*clips, n=5):
    return {one.id: one.answers for one in likelihood_answers(NOTHING, NOTHING, clips, n=n)}


@pytest.mark.usefixtures("tables")
def test_a_statement_is_true_where_it_is_likelier_than_elsewhere():
    found = answers(
        asked("a", ("effect-yes-no", "shouts out loud"), ("effect-yes-no", "is there")),
        asked("b", ("effect-yes-no", "shouts out loud"), ("effect-yes-no-negative", "shouts out loud")),
    )
    assert found == {"a/0": ("no", "yes"), "a/1": ("no", "yes"), "b/0": ("yes", "no"), "b/1": ("no", "yes")}


@pytest.mark.usefixtures("tables")
def test_open_questions_are_answered_by_what_is_written_here_or_elsewhere():
    found = answers(
        asked("a", ("intention-what", None), ("intention-negative", None), ("effect-how", None)),
        asked("b", ("effect-how", None), ("attribute-negative", None)),
    )
    assert found["a/0"] == ("to rest",)
    assert found["a/1"] == ("to shout", "to rest")  # what this clip makes least likely comes first
    assert found["a/2"] == ("tired",)
    assert found["b/0"] == ("coughs",)  # nothing that is written is a feeling
    assert found["b/1"] == ("calm", "angry")
    assert answers(asked("a", ("intention-negative", None)), asked("b"), n=1) == {"a/0": ("to shout",)}


@pytest.mark.usefixtures("tables")
def test_questions_that_cannot_be_answered_are_refused():
    with pytest.raises(CorpusError, match="question 'a/0' is of the unknown kind 'why'"):
        answers(asked("a", ("why", None)))
    with pytest.raises(CorpusError, match="question 'a/0' has no `statement`, the phrase that it asks about"):
        answers(asked("a", ("effect-yes-no", None)))
    with pytest.raises(CorpusError, match="the questions have no clips, which the model sees"):
        answers(AskedClip(None, asked("a", ("effect-what", None)).questions))


@pytest.mark.slow
@pytest.mark.usefixtures("one_thread")
def test_a_trained_model_answers_the_questions_of_a_file(tmp_path):
    wants = {"park": "to get some air", "hall": "to meet somebody", "shop": "to buy bread"}
    corpus = world.corpus(tmp_path / "corpus", streams=("clip", "actions"), n_films=6, n_clips=8)
    records, questions = [], []
    for clip in read_corpus(corpus).clips:
        place, verb = str(clip.text).rstrip(".").split()[-1], str(clip.text).split()[1]
        records.append(Commonsense(clip.id, str(clip.text), (wants[place],), (f"{verb} on",), ("calm",)))
        for name, want in wants.items():
            is_true = ("yes",) if name == place else ("no",)
            id = f"{clip.id}/{name}"
            questions.append(Question(clip.id, "?", is_true, "intention-yes-no", id, "intention", want))
        questions.append(Question(clip.id, "?", (f"{verb} on",), "effect-what", f"{clip.id}/e", "effect"))
    write_records(corpus / COMMONSENSE, records)
    write_records(tmp_path / "questions.jsonl", questions)
    recipe = recipe_of({
        "name": "test", "model": "dense-captioner", "optimizer": {"name": "adam", "lr": 1e-2},
        "sizes": {"width": 32, "n_layers": 1, "n_heads": 2, "ff_width": 32, "dropout": 0.0, "n_frames": 4},
        "sets": {"n_clips": 1, "n_frames": 4, "frame_rate_hz": 1.0, "n_segments": 2, "n_faces": 0, "n_tokens": 12},
        "training": {"epochs": 25, "batch_size": 16}, "validation": {"every_n_epochs": 25, "metrics": ["BLEU"],
        "best": "BLEU-4"},
    })  # fmt: skip
    trained = train_model(recipe, corpus, tmp_path / "run").checkpoint
    found = answer_questions(trained, tmp_path / "questions.jsonl", corpus)
    assert found.n_unknown == 0
    first = {one.id: one.answers[0] for one in found.ranked}
    assert sum(first[str(one.id)] == one.answers[0] for one in questions) > 0.95 * len(questions)
    with pytest.raises(ModelError, match="reads the clips that questions are about; name their corpus"):
        answer_questions(trained, tmp_path / "questions.jsonl")
