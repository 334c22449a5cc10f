from dataclasses import replace

import numpy as np
import pytest

from benchmarks.captioners.sides import sides
from cinescribe.backlot.plan.truth import CastMember
from tests.corpus.truths import shot
from tests.train.data.test_face_truth import LEFT, RIGHT, faces, sighted

SIGHTINGS = [sighted(0.0, P3=LEFT), sighted(2.0, P1=LEFT, P3=RIGHT), sighted(2.5, P1=LEFT, P3=RIGHT)]


@pytest.fixture
def truth(tmp_path):
    """A film in whose second clip P1 does something with P3."""
    first, second = (made := shot(tmp_path, "film", seed=1)).clips
    cast = tuple(CastMember(one, one, "man") for one in ("P1", "P3"))
    return replace(made, cast=cast, clips=(first, replace(second, partner="P3", people=("P1", "P3"))))


def found(*rows):
    """Faces with the logits of actor, partner and bystander below them."""
    return replace(faces(*(row[:2] for row in rows)), bodies=np.array([row[2] for row in rows], np.float32))


def test_actor_is_the_person_with_the_higher_mean_action_score(truth):
    acts, suffers, neither = (2, 0, 0), (0, 1, 0), (0, 0, 3)
    right = found((2.0, LEFT, acts), (2.0, RIGHT, neither), (2.5, LEFT, suffers), (2.5, RIGHT, neither))
    assert list(sides(truth, SIGHTINGS, right)) == [(truth.clips[1].action, True)]
    wrong = found((2.0, LEFT, neither), (2.0, RIGHT, acts), (2.5, RIGHT, suffers))
    assert list(sides(truth, SIGHTINGS, wrong)) == [(truth.clips[1].action, False)]


def test_clip_without_both_faces_gives_no_side(truth):
    assert list(sides(truth, SIGHTINGS, found((0.0, RIGHT, (2, 0, 0)), (2.0, LEFT, (2, 0, 0))))) == [
        (truth.clips[1].action, None)
    ]
    assert list(sides(replace(truth, clips=truth.clips[:1]), SIGHTINGS, found((0.0, LEFT, (2, 0, 0))))) == []
