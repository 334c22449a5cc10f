from dataclasses import replace

import numpy as np
import pytest

from cinescribe.errors import FeatureError
from cinescribe.features.clip_sets.clip_vectors import clip_vectors, stream_width
from cinescribe.features.timed.timed_features import TimedFeatures
from tests.features.films import clips, film, rows


def test_a_clip_is_the_mean_of_each_stream_side_by_side():
    vectors = clip_vectors(lambda _: film(), clips(), streams=("actions", "clip"))
    assert vectors.shape == (3, 2 + 3)
    assert vectors[0] == pytest.approx([1.0, 1.0, 0.9, 0.9, 0.9])  # means of .25, .75 ... and of 0, .2, ... below 2 s
    assert vectors[:, 0] == pytest.approx([1.0, 3.0, 5.0])


def test_further_streams_are_read_by_name():
    more = replace(film(), further={"imagenet": rows(np.arange(0, 12, 1.0), width=4)})
    assert clip_vectors(lambda _: more, clips(), streams=("imagenet",)).shape == (3, 4)
    with pytest.raises(FeatureError, match=r"the stream 'imagenet' is missing; the film has clip, actions: extract"):
        clip_vectors(lambda _: film(), clips(), streams=("imagenet",))


def test_no_clips_are_no_vectors():
    assert clip_vectors(lambda _: film(), (), streams=("clip",)).shape == (0, 0)


def test_films_of_other_widths_are_refused():
    films = {"f": film(), "g": film(width=5)}
    with pytest.raises(FeatureError, match=r"clip 'c0' of film 'g' has 5 numbers, clip 'c0' of film 'f' 3"):
        clip_vectors(films.__getitem__, (*clips(), *clips(film="g")), streams=("clip",))


def test_features_that_are_not_finite_are_refused():
    broken = film()
    broken = replace(broken, clip=TimedFeatures(broken.clip.times, np.full_like(broken.clip.rows, np.nan)))
    with pytest.raises(FeatureError, match=r"the features of clip 'c0' of film 'f' are not finite"):
        clip_vectors(lambda _: broken, clips(), streams=("clip",))


def test_columns_of_streams_are_read_by_number():
    numbered = replace(film(), clip=TimedFeatures(np.array([1.0]), np.arange(6, dtype=np.float32)[None]))
    one = clips()[:1]
    assert clip_vectors(lambda _: numbered, one, streams=("clip[4:]", "clip[1:3]")).tolist() == [[4, 5, 1, 2]]
    assert [stream_width(numbered, text) for text in ("clip", "clip[4:]", "clip[1:3]+actions")] == [6, 2, 4]
    with pytest.raises(FeatureError, match=r"columns 4 to 9 of 'clip' are read, which has 6; name others"):
        clip_vectors(lambda _: numbered, one, streams=("clip[4:9]",))
