from dataclasses import replace

import numpy as np
import pytest
import torch

from cinescribe.backlot.films.shoot import truth_path
from cinescribe.backlot.plan.truth import CastMember, FrameSightings, Sighting
from cinescribe.corpus.core.corpus import Corpus, CorpusCard, CorpusFilm
from cinescribe.features.clip_sets.film_people import people_of_features
from cinescribe.features.timed.timed_features import (
    NO_FIGURES,
    FaceFeatures,
    FilmFeatures,
    TimedFeatures,
    no_appearance,
)
from cinescribe.models.pointer.sizes import POINTER_ROLES
from cinescribe.schema import Clip, ClipSet
from cinescribe.store import write_record, write_records
from cinescribe.timing import Span
from cinescribe.train.data.face_truth import NOBODY, UNKNOWN, FaceTruths, TrueFacesBatch, _whose_head, face_truth
from tests.corpus.truths import shot
from tests.models.micap_sets import gappy_sets

NO_ROWS = TimedFeatures(np.zeros(0), np.zeros((0, 3), np.float32))
LEFT, RIGHT, TOP = (0.1, 0.1, 0.3, 0.4), (0.6, 0.1, 0.8, 0.4), (0.4, 0.0, 0.5, 0.1)


def film(*found):
    """A film with faces at these times and places."""
    times, boxes = zip(*found, strict=True)
    n = len(found)
    rows = np.ones(n, np.float32), np.eye(n, 4, dtype="f4"), np.zeros((n, 2), np.float32), *no_appearance(n)
    return FilmFeatures(NO_ROWS, NO_ROWS, FaceFeatures(np.array(times), np.array(boxes, np.float32), *rows))


def faces(*found):
    """The faces of such a film as people."""
    return people_of_features(film(*found))


def sighted(time, **boxes):
    return FrameSightings(time, 0, tuple(Sighting(who, (0, 0, 1, 1), box) for who, box in boxes.items()))


@pytest.fixture
def truth(tmp_path):
    cast = tuple(CastMember(f"P{n}", f"Name{n}", "man") for n in (1, 2, 3))
    first, second = (made := shot(tmp_path, "film", seed=1)).clips
    return replace(made, cast=cast, clips=(first, replace(second, partner="P3", people=("P1", "P3", "P2"))))


SIGHTINGS = [
    sighted(0.0, P3=LEFT, extra=RIGHT, table=None),
    sighted(2.0, P1=LEFT, P3=RIGHT, P2=TOP),
]


def test_face_is_labelled_by_its_overlapping_true_face_and_part(truth):
    near = (0.11, 0.1, 0.31, 0.38)
    found = face_truth(faces((0.1, near), (0.1, RIGHT), (2.1, LEFT), (2.1, RIGHT), (2.1, TOP)), truth, SIGHTINGS)
    assert found.who == ("P3", "", "P1", "P3", "P2")
    assert [POINTER_ROLES[part] for part in found.parts] == ["actor", "stranger", "actor", "partner", "bystander"]


def test_a_face_off_every_true_face_or_between_sightings_is_unknown(truth):
    found = face_truth(faces((0.0, (0.4, 0.5, 0.5, 0.6)), (1.0, LEFT)), truth, SIGHTINGS)
    assert found.who == (None, None)
    assert found.parts.tolist() == [UNKNOWN, UNKNOWN]


def test_a_batch_gets_the_numbers_of_its_captions(truth, tmp_path):
    write_record(truth_path(tmp_path, "film"), truth)
    write_records(tmp_path / truth.sightings, SIGHTINGS)
    films = (
        CorpusFilm("film", "train", "film.mp4"),
        CorpusFilm("other", "train"),
        CorpusFilm("gone", "train", "a/b.mp4"),
    )
    clips = tuple(
        Clip(f"c{n}", "film", Span(2.0 * n, 2.0 * n + 2), "P3 waves.", people)
        for n, people in enumerate([("P3",), ("P1", "P3")])
    )
    corpus = Corpus(tmp_path, CorpusCard("test", "test", "none"), films, clips)
    truths = FaceTruths(corpus, lambda _: film((0.1, LEFT), (0.1, RIGHT), (2.1, LEFT), (2.1, TOP)))
    assert truths.known(["film"])
    assert not truths.known(["film", "other"])
    assert not truths.known(["gone"])
    local = ClipSet((clips[0].replace(people=("P1",)), clips[1].replace(people=("P2", "P1"))))
    batch = gappy_sets(2)
    batch = replace(
        batch, face_index=torch.tensor([[0, 1, 2, 3, 0, 1]] * 2), face_mask=torch.tensor([[True] * 5 + [False]] * 2)
    )
    elsewhere = ClipSet((Clip("x", "other", Span(0, 1), "P1 waves.", ("P1",)),))
    found = truths.with_truth(batch, [local, elsewhere])
    assert isinstance(found, TrueFacesBatch)
    # P3 of the film is P1 of the set, and P1 is P2; P2 has no number in this set.
    assert found.face_person.tolist() == [[1, NOBODY, 2, NOBODY, 1, UNKNOWN], [UNKNOWN] * 6]
    assert found.face_part[0].tolist() == [0, 3, 0, 2, 0, UNKNOWN]
    assert found.select(torch.tensor([1])).face_person.shape == (1, 6)


def test_figure_belongs_to_the_nearest_head():
    seen = (
        Sighting("P1", (0.1, 0.1, 0.3, 1.0)),  # turned away: the head is at the top of the figure
        Sighting("P2", (0.5, 0.1, 0.7, 1.0), (0.56, 0.1, 0.64, 0.3)),
        Sighting("ball", (0.8, 0.1, 0.9, 0.2)),
    )
    frame = FrameSightings(0.0, 0, seen)
    at = {"P1": (0.2, 0.16), "P2": (0.6, 0.2), "ball": (0.85, 0.15)}

    def whose(x, y, size=0.1):
        return _whose_head((x - size / 2, y - size / 2, x + size / 2, y + size / 2), frame)

    assert [whose(*at[who]) for who in ("P1", "P2")] == ["P1", "P2"]
    assert whose(at["P2"][0] - 0.09, at["P2"][1]) == "P2"
    assert whose(at["P2"][0] - 0.11, at["P2"][1]) is None
    assert whose(at["P2"][0], at["P2"][1] + 0.11) is None
    assert whose(*at["ball"]) is None
    assert _whose_head(LEFT, FrameSightings(0.0, 0, ())) is None


def test_figures_and_faces_have_their_truth_by_row(truth):
    figure = replace(
        NO_FIGURES,
        times=np.array([2.1]),
        boxes=np.array([RIGHT], np.float32),
        scores=np.ones(1, np.float32),
        kinds=np.full((1, 3), 0.3, np.float32),
        bodies=np.zeros((1, 2), np.float32),
        **dict(zip(("looks", "lights"), no_appearance(1), strict=True)),
    )
    people = people_of_features(replace(film((2.1, LEFT)), figures=figure))
    found = face_truth(people, truth, SIGHTINGS)
    assert found.who == face_truth(faces((2.1, LEFT), (2.1, RIGHT)), truth, SIGHTINGS).who
