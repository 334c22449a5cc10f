"""Windows around the beginning of a clip, which a model reads in place of the clip."""

import pytest

from cinescribe.errors import FeatureError
from cinescribe.features.clip_sets.set_batch import SetSizes
from cinescribe.generate.commonsense.commonsense_reader import CommonsenseItem, CommonsenseReader, Window, window_of
from cinescribe.language.tokens.vocabulary import Vocabulary
from cinescribe.schema import Clip
from cinescribe.timing import Span
from tests.train import world

SETS = SetSizes(n_clips=1, n_frames=9, frame_rate_hz=1.0, n_segments=2, n_faces=0, n_tokens=12)


def test_a_window_is_around_the_beginning_of_a_clip_however_long_it_is():
    clip = Clip("c", "film", Span(5.0, 50.0))
    assert Window(6.0, 14.0).of(clip).span == Span(-1.0, 19.0)
    assert window_of((6.0, 14.0)) == Window(6.0, 14.0)
    assert window_of(()) is None


@pytest.mark.parametrize("seconds", [(6.0,), (-1.0, 2.0), (1.0, 0.0), (1.0, 2.0, 3.0)])
def test_malformed_window_is_refused(seconds):
    with pytest.raises(FeatureError, match=r"the window is \[.*\]; give seconds before the beginning of a clip"):
        window_of(seconds)


def test_a_reader_with_a_window_reads_more_than_the_clip():
    films, clips = world.world(1)
    (features,), (own,) = films.values(), clips.values()
    tokens = Vocabulary.from_texts([clip.text for clip in own])
    item = CommonsenseItem(own[2], own[2].text)  # from second 4 to 6, with a frame in each second
    plain, wide = (
        CommonsenseReader(lambda _: features, tokens, sizes=SETS, window=window) for window in (None, Window(3.0, 4.0))
    )
    assert [reader.batch([item]).video.frame_mask.sum().item() for reader in (plain, wide)] == [2, 7]
