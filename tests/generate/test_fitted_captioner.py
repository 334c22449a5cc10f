import numpy as np
import pytest

from cinescribe.errors import FeatureError
from cinescribe.features.clip_sets.batch import Batch, ClipInput, PictureLevels
from cinescribe.features.clip_sets.clip_vectors import clip_vectors
from cinescribe.generate.fitted_captioner import FittedCaptioner
from cinescribe.models.fitted.fitted_checkpoint import FittedCard, FittedCheckpoint
from cinescribe.models.fitted.nearest import NearestNeighbour
from tests.features.films import clips, film

TEXTS = ["someone waves.", "someone sits down.", "someone runs."]


def captioner(tmp_path, streams=("clip", "actions")):
    vectors = clip_vectors(lambda _: film(), clips(), streams=("clip", "actions"))
    model = NearestNeighbour(vectors + np.array([1, 0, 0, 0, 1], np.float32), TEXTS, widths=(3, 2))
    return FittedCaptioner(FittedCheckpoint(tmp_path, FittedCard("nearest", streams), model), name="nearest:here")


def batch(features):
    none, no_frames = np.zeros(0, np.float32), np.zeros((0, 0, 0, 3), np.uint8)
    levels = PictureLevels(np.zeros(0), none, none, none, none, none)
    return Batch(tuple(ClipInput(clip, (), no_frames, (), (), levels, None) for clip in clips()), (), features)


def test_each_clip_is_captioned_by_the_model(tmp_path):
    captions = captioner(tmp_path).caption(batch(film()))
    assert [caption.clip for caption in captions] == ["c0", "c1", "c2"]
    assert {caption.text for caption in captions} <= set(TEXTS)
    assert {caption.by for caption in captions} == {"nearest:here"}
    assert captioner(tmp_path).caption(Batch((), ())) == []


def test_features_that_are_missing_are_named(tmp_path):
    with pytest.raises(FeatureError, match=r"the clips of 'f' have no features, which nearest:here reads"):
        captioner(tmp_path).caption(batch(None))
    with pytest.raises(FeatureError, match=r"the stream 'imagenet' is missing; the film has clip, actions"):
        captioner(tmp_path, ("imagenet",)).caption(batch(film()))
