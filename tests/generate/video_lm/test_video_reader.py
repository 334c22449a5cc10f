"""What a video model sees is kept; short videos are announced."""

import mmap
from typing import Any

import numpy as np
import pytest
import torch

from cinescribe.arrays import write_arrays
from cinescribe.corpus.core.corpus import CorpusCard, CorpusFilm, write_corpus
from cinescribe.corpus.core.stills import StillSplit, write_stills
from cinescribe.errors import CorpusError, RecordError
from cinescribe.generate.video_lm.video_reader import VIDEO_STATES_FOLDER, VideoReader
from cinescribe.media.film.image_files import write_picture
from cinescribe.schema import Clip
from cinescribe.still_schema import Still
from cinescribe.timing import Span
from tests.dummies import write_film


class MeanColour:
    """Sees the mean colour of each frame; counts the videos."""

    look_name, n_frames = "mean-colour", 6

    def __init__(self):
        self.n_looks = 0

    def look(self, frames):
        self.n_looks += 1
        return torch.from_numpy(frames.mean((1, 2), dtype=np.float32))


MODEL: Any = MeanColour()
CARD = CorpusCard("tiny", "made by tests", "none")


@pytest.fixture
def corpus(tmp_path):
    write_film(tmp_path / "a.mp4", seconds=2.0, cut_at=1.0, sound=False, rate=6)
    films = [CorpusFilm("a", "train", "a.mp4", 2.0), CorpusFilm("b", "train")]
    clips = [
        Clip("short", "a", Span(0.0, 0.5), text="a man"),
        Clip("long", "a", Span(0.0, 2.0), text="a man"),
        Clip("absent", "b", Span(0.0, 2.0), text="a man"),
    ]
    return write_corpus(tmp_path, CARD, films=films, clips=clips)


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


def looked(corpus, *ids):
    """What a new reader has of some clips, and at how many of them it had to look."""
    model: Any = MeanColour()
    reader = VideoReader(model, corpus, announce=lambda _: None)
    reader.look_at_clips([clip for clip in corpus.clips if clip.id in ids])
    return reader, model.n_looks


def test_stored_states_are_read_in_half_precision(corpus):
    first, n_looks = looked(corpus, "long")
    again, n_again = looked(corpus, "long")
    assert (n_looks, n_again) == (1, 0)
    assert again.seen("long").dtype == torch.float16
    assert torch.equal(first.seen("long"), again.seen("long"))
    assert torch.equal(torch.stack(list(again.all_seen(["long", "long"])))[1], again.seen("long"))


def test_replaced_film_is_encoded_again(corpus):
    before, _ = looked(corpus, "long")
    old = before.seen("long")
    write_film(corpus.folder / "a.mp4", seconds=2.0, cut_at=0.2, sound=False, rate=6)
    after, n_looks = looked(corpus, "long")
    assert n_looks == 1
    assert not torch.equal(after.seen("long"), old)
    assert looked(corpus, "long")[1] == 0


def test_clip_with_a_changed_span_is_encoded_again(corpus):
    looked(corpus, "long", "short")
    clips = [clip.replace(span=Span(1.0, 2.0)) if clip.id == "short" else clip for clip in corpus.clips]
    changed = write_corpus(corpus.folder, corpus.card, films=corpus.films, clips=clips)
    reader, n_looks = looked(changed, "long", "short")
    assert n_looks == 1
    assert torch.equal(reader.seen("short")[5], reader.seen("long")[5])


def test_replaced_picture_is_encoded_again(tmp_path):
    stills = write_stills(
        tmp_path, CARD, stills=[Still("s", "s.png", ("a man",))], splits=[StillSplit("train", ("s",))]
    )
    seen: list[Any] = []
    for brightness in (20, 20, 200):
        if not seen or seen[-1][1] != brightness:
            write_picture(tmp_path / "s.png", np.full((40, 60 + brightness, 3), brightness, np.uint8))
        model: Any = MeanColour()
        reader = VideoReader(model, stills)
        reader.look_at_stills(stills.stills_of("train"))
        seen.append((model.n_looks, int(reader.seen("s")[0, 0])))
    assert seen == [(1, 20), (0, 20), (1, 200)]


def test_states_without_a_noted_source_are_not_used(corpus):
    folder = corpus.folder / VIDEO_STATES_FOLDER / MODEL.look_name
    write_arrays(folder / "000000-0001.safetensors", {"long": np.zeros((6, 3), np.float16)})
    reader, n_looks = looked(corpus, "long")
    assert n_looks == 1
    assert reader.seen("long").any()


def test_concurrent_readers_keep_the_states_of_both(corpus):
    readers = [VideoReader(MODEL, corpus, announce=lambda _: None) for _ in range(2)]
    for reader, id in zip(readers, ("short", "long"), strict=True):
        reader.look_at_clips([clip for clip in corpus.clips if clip.id == id])
    found, n_looks = looked(corpus, "short", "long")
    assert n_looks == 0
    for reader, id in zip(readers, ("short", "long"), strict=True):
        assert torch.equal(found.seen(id), reader.seen(id))


def test_stored_states_are_memory_mapped(corpus):
    looked(corpus, "long", "short")
    reader, _ = looked(corpus, "long", "short")
    for array in reader._kept.values():
        owner: Any = array
        while isinstance(owner, np.ndarray) and owner.base is not None:
            owner = owner.base
        assert isinstance(owner, mmap.mmap)


def test_a_damaged_file_of_states_is_named(corpus):
    looked(corpus, "long")
    [path] = (corpus.folder / VIDEO_STATES_FOLDER / MODEL.look_name).iterdir()
    path.write_bytes(b"damaged")
    with pytest.raises(RecordError, match=r"is no safetensors file .*; remove it, and it is made again"):
        looked(corpus, "long")
