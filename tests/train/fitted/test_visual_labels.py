"""Classifiers of labels on made-up films: which labels are kept, what their classifiers read, and what is refused."""

import csv
import math

import numpy as np
import pytest

from cinescribe.errors import FeatureError, TrainError
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.features.timed.timed_features import NO_FACES, FilmFeatures, TimedFeatures
from cinescribe.language.tokens.parsed_sentence import Word
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.schema import Clip
from cinescribe.timing import Span
from cinescribe.train.fitted.clip_means import clip_means
from cinescribe.train.fitted.visual_labels import fit_visual_labels
from cinescribe.train.recipes.label_config import LabelConfig

VERBS, PLACES = ("walk", "wave", "jump"), ("kitchen", "street")
SIZES = SetSizes(n_clips=1, n_frames=2, frame_rate_hz=1.0, n_segments=1, n_faces=0, n_tokens=20)
CONFIG = LabelConfig(groups=("verbs", "places"), streams=("actions", "clip"), min_count=3, min_roc=0.0)


class FourWords:
    """Parses `someone VERB in PLACE`."""

    name = "four"

    def parse(self, texts):
        return [[self.sentence(text)] if len(text.split()) == 4 else [] for text in texts]

    def sentence(self, text):
        who, verb, where, place = text.lower().split()
        return (
            Word(who, who, "PRON", "", 1, "nsubj"),
            Word(verb, verb, "VERB", "", 1, "root"),
            Word(where, where, "ADP", "", 3, "case"),
            Word(place, place, "NOUN", "", 1, "obl"),
        )


def world(n_clips=40, *, noise=0.3, seed=0):
    """Clips whose actions show the verb and whose frames show the place, with two columns of noise each."""
    rng = np.random.default_rng(seed)
    verbs, places = rng.integers(len(VERBS), size=n_clips), rng.integers(len(PLACES), size=n_clips)
    starts = np.arange(n_clips, dtype=np.float64) * 2

    def shown(numbers, width):
        return (np.eye(width)[numbers] + noise * rng.normal(size=(n_clips, width))).astype(np.float32)

    film = FilmFeatures(
        TimedFeatures(starts + 1, shown(places, 4)), TimedFeatures(starts + 1, shown(verbs, 5)), NO_FACES
    )
    clips = [
        Clip(f"c{n}", "film", Span(2.0 * n, 2.0 * n + 2), f"P1 {VERBS[verb]} in {PLACES[place]}")
        for n, (verb, place) in enumerate(zip(verbs, places, strict=True))
    ]
    return film, clips


def fitted(config=CONFIG, *, film_and_clips=None, n_training=30):
    film, clips = film_and_clips or world()
    reader = SetReader(lambda _: film, Vocabulary(("a",)), sizes=SIZES)
    found = fit_visual_labels(config, clips[:n_training], clips[n_training:], reader=reader, parser=FourWords())
    return found, clip_means(reader, clips)[0], clips


def test_labels_are_recognised_by_the_features_of_their_group():
    found, vectors, clips = fitted()
    assert [(fact.label, fact.group) for fact in found.facts] == [
        ("jump", "verbs"), ("walk", "verbs"), ("wave", "verbs"), ("kitchen", "places"), ("street", "places"),
    ]  # fmt: skip
    assert found.n_labels == 5
    assert not found.classifiers.weights[:3, :4].any()  # verbs read actions alone, behind the four columns of frames
    assert not found.classifiers.weights[3:, 4:].any()
    scores = found.classifiers.scores(vectors)
    right = [fact.label in (clip.text or "") for clip in clips for fact in found.facts]
    assert np.mean((scores > 0).ravel() == right) > 0.85


def test_scores_of_training_clips_have_mean_0_and_deviation_1():
    found, vectors, _ = fitted()
    scores = found.classifiers.scores(vectors[:30])
    np.testing.assert_allclose(scores.mean(0), 0, atol=1e-6)
    np.testing.assert_allclose(scores.std(0), 1, atol=1e-6)


def test_counts_are_of_training_clips_and_rare_labels_are_left_out():
    found, _, clips = fitted()
    for fact in found.facts:
        assert fact.count == sum(fact.label in (clip.text or "") for clip in clips[:30])
    least = min(fact.count for fact in found.facts)
    fewer, _, _ = fitted(LabelConfig(**{**vars(CONFIG), "min_count": least + 1}))
    assert {fact.label for fact in fewer.facts} == {fact.label for fact in found.facts if fact.count > least}


def test_a_label_that_is_not_recognised_is_left_out_and_listed(tmp_path):
    film, clips = world()
    noisy = FilmFeatures(
        TimedFeatures(film.clip.times, np.random.default_rng(9).normal(size=(40, 4)).astype(np.float32)),
        film.actions,
        film.faces,
    )
    found, _, _ = fitted(LabelConfig(**{**vars(CONFIG), "min_roc": 0.8}), film_and_clips=(noisy, clips))
    kept = [fact for fact in found.facts if fact.kept]
    assert {fact.group for fact in kept} == {"verbs"}
    assert found.n_labels == len(kept) < len(found.facts)
    assert all(fact.roc >= 0.8 for fact in kept)
    found.write(tmp_path)
    rows = list(csv.DictReader((tmp_path / "labels.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["label"] for row in rows] == [fact.label for fact in found.facts]
    assert [row["kept"] == "yes" for row in rows] == [fact.kept for fact in found.facts]
    assert float(rows[0]["ROC"]) == pytest.approx(found.facts[0].roc, abs=1e-4)


def test_a_label_that_validation_lacks_is_left_out_and_listed_without_an_area(tmp_path):
    film, clips = world()
    only = [clip.replace(text=(clip.text or "").replace("jump", "walk")) for clip in clips[30:]]
    found, _, _ = fitted(LabelConfig(**{**vars(CONFIG), "min_roc": 0.5}), film_and_clips=(film, clips[:30] + only))
    jump = found.facts[0]
    assert (jump.label, jump.kept) == ("jump", False)
    assert math.isnan(jump.roc)
    found.write(tmp_path)
    assert f"jump,verbs,{jump.count},,no" in (tmp_path / "labels.csv").read_text(encoding="utf-8")


def test_final_streams_replace_those_of_the_groups():
    found, _, _ = fitted(LabelConfig(**{**vars(CONFIG), "final_streams": "actions+clip"}))
    assert (found.classifiers.weights != 0).all()
    assert [fact.label for fact in found.facts][:2] == ["jump", "walk"]


def test_selected_columns_of_a_stream_are_read():
    found, _, _ = fitted(LabelConfig(**{**vars(CONFIG), "streams": ("actions[0:3]", "clip[0:2]")}))
    read = found.classifiers.weights != 0
    assert read[:3].any(0).tolist() == [False] * 4 + [True] * 3 + [False] * 2
    assert read[3:].any(0).tolist() == [True] * 2 + [False] * 7


def test_negatives_come_from_the_group_or_from_all_clips():
    film, clips = world()
    clips = [clip.replace(text="oh") if n % 5 == 0 else clip for n, clip in enumerate(clips)]
    config = LabelConfig(**{**vars(CONFIG), "match_unparsed": False})
    inside, _, _ = fitted(config, film_and_clips=(film, clips))
    outside, _, _ = fitted(LabelConfig(**{**vars(config), "negatives_in_group": False}), film_and_clips=(film, clips))
    assert [fact.count for fact in inside.facts] == [fact.count for fact in outside.facts]
    assert not np.allclose(inside.classifiers.weights, outside.classifiers.weights)


def test_single_group_reads_one_stream():
    found, _, _ = fitted(LabelConfig(**{**vars(CONFIG), "groups": ("all",), "streams": ("actions",)}))
    assert [fact.label for fact in found.facts] == ["jump", "kitchen", "street", "walk", "wave"]
    assert not found.classifiers.weights[:, :4].any()


def test_no_label_that_is_left_is_refused():
    wanted = r"none of 0 labels in 99 or more clips is recognised with a ROC area of 0 on the validation split; lower"
    with pytest.raises(TrainError, match=wanted):
        fitted(LabelConfig(**{**vars(CONFIG), "min_count": 99}))


def test_a_group_of_one_label_is_refused_by_name():
    film, clips = world()
    clips = [clip.replace(text=f"P1 walk in {(clip.text or '').split()[-1]}") for clip in clips]
    with pytest.raises(TrainError, match=r"the label 'walk' has one class only: 30 of 30 examples have it"):
        fitted(film_and_clips=(film, clips))


def test_columns_that_a_stream_lacks_are_refused():
    with pytest.raises(FeatureError, match=r"columns 2 to 9 of 'clip' are read, which has 4; name others"):
        fitted(LabelConfig(**{**vars(CONFIG), "streams": ("actions", "clip[2:9]")}))


def test_features_that_are_not_finite_are_refused_by_clip():
    film, clips = world()
    rows = film.clip.rows.copy()
    rows[3, 1] = np.nan
    damaged = FilmFeatures(TimedFeatures(film.clip.times, rows), film.actions, film.faces)
    with pytest.raises(FeatureError, match=r"clip 'c3' of film 'film' has features that are not finite; extract them"):
        fitted(film_and_clips=(damaged, clips))
