"""What a video model sees is kept; short videos are announced."""

from typing import Any

import numpy as np
import pytest
import torch

from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.errors import CorpusError
from cinescribe.generate.video_lm.video_reader import VideoReader
from cinescribe.schema import Clip
from cinescribe.timing import Span
from tests.dummies import write_film


class MeanColour:
    """Sees the mean colour of each frame."""

    look_name, n_frames = "mean-colour", 6

    def look(self, frames):
        return torch.from_numpy(frames.mean((1, 2), dtype=np.float32))


MODEL: Any = MeanColour()


@pytest.fixture
def corpus(tmp_path):
    write_film(tmp_path / "a.mp4", seconds=2.0, cut_at=1.0, sound=False, rate=6)
    films = [CorpusFilm("a", "train", "a.mp4", 2.0), CorpusFilm("b", "train")]
    clips = [
        Clip("short", "a", Span(0.0, 0.5), text="a man"),
        Clip("long", "a", Span(0.0, 2.0), text="a man"),
        Clip("absent", "b", Span(0.0, 2.0), text="a man"),
    ]
    return write_corpus(tmp_path, CorpusCard("tiny", "made by tests", "none"), films=films, clips=clips)


def test_videos_with_fewer_frames_are_announced_once(corpus):
    for wanted in (1, 0):
        lines: list[str] = []
        reader = VideoReader(MODEL, corpus, announce=lines.append)
        reader.look_at_clips([clip for clip in corpus.clips if clip.film == "a"])
        assert len(lines) == wanted
        assert reader.seen("short").shape == (6, 3)
        if lines:
            assert lines == [
                "videos with fewer frames than the model's 6: 1, the first is 'short'; their frames repeat"
            ]


def test_long_videos_are_not_announced(corpus):
    lines: list[str] = []
    VideoReader(MODEL, corpus, announce=lines.append).look_at_clips(
        [clip for clip in corpus.clips if clip.id == "long"]
    )
    assert lines == []


def test_a_film_that_is_not_there_is_named(corpus):
    with pytest.raises(CorpusError, match=r"film 'b', which mean-colour looks at; import .*--films FOLDER"):
        VideoReader(MODEL, corpus).look_at_clips([clip for clip in corpus.clips if clip.film == "b"])
