"""The frames that are shown, and the pass over the film for larger ones."""

from pathlib import Path
from typing import Any

import av
import numpy as np
import pytest

from cinescribe.describe.narration import film_frames as module
from cinescribe.describe.narration.film_frames import frame_choice, moment_frames, tick, tick_times
from cinescribe.describe.narration.film_moments import FilmFrames, film_moments
from cinescribe.describe.stages import Stages
from cinescribe.errors import FilmError, RecordError
from cinescribe.features.clip_sets.frames import FrameWriter, frame_times
from cinescribe.media.film.image_files import picture_size
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.schema import Film, Gap, Shot
from cinescribe.timing import Span

KEPT = tuple(n / 2 for n in range(80))
SHOTS = tuple(Shot(Span(start, end)) for start, end in ((0, 4), (4, 5), (5, 10), (10, 12), (12, 40)))


def moment(start: float, end: float):
    return film_moments([Gap(Span(start, end))], SHOTS, ())[0]


def write_film(path: Path, *, size: tuple[int, int] = (1000, 560), seconds=10.0, rate=10) -> Film:
    """A film whose brightness says the time: 20 levels a second."""
    with av.open(str(path), "w") as container:
        video = container.add_stream("libx264", rate=rate, options={"crf": "20", "preset": "ultrafast", "g": "20"})
        video.width, video.height, video.pix_fmt = size[0], size[1], "yuv420p"
        for n in range(round(seconds * rate)):
            image = np.full((size[1], size[0], 3), round(20 * n / rate), np.uint8)
            container.mux(video.encode(av.VideoFrame.from_ndarray(image, format="rgb24")))
        container.mux(video.encode())
    return probe(path)


@pytest.fixture(scope="module")
def film(tmp_path_factory) -> Film:
    return write_film(tmp_path_factory.mktemp("film") / "film.mp4")


@pytest.fixture
def kept(film, tmp_path: Path) -> Path:
    read_through(film, pictures=(FrameWriter(tmp_path / "kept"),))
    return tmp_path / "kept"


@pytest.fixture
def larger(film, kept, tmp_path):
    """Calls `moment_frames` with a stage of its own folder."""

    def call(side=768, moments=None, of=film, **given: Any):
        chosen = [moment(5.5, 8.0)] if moments is None else moments
        stages = Stages(tmp_path / "features", tmp_path / "log.jsonl")
        options: dict[str, Any] = {"stages": stages, "key": {}, "progress": lambda _: None, **given}
        return moment_frames(of, chosen, kept, side=side, **options)

    return call


def test_two_views_of_a_moment_share_no_frame_and_are_spread_evenly():
    choice = frame_choice(moment(5.5, 8.0), KEPT, tick_times(40.0))
    assert not {tick(one.time) for one in choice.first} & {tick(one.time) for one in choice.others}
    for view in (choice.first, choice.others):
        assert [one.shot for one in view] == sorted(one.shot for one in view)
        assert [one.time for one in view] == sorted(one.time for one in view)
        assert {one.shot for one in view} == {1, 2, 3, 4, 5}
        assert 10 <= len(view) <= 13
        own = [one.time for one in view if one.shot == 3]
        assert max(np.diff(own)) <= 1.0


def test_shot_without_spare_frames_shows_the_same_in_both_views():
    shots = [Shot(Span(start, end)) for start, end in ((0, 4), (4, 4.5), (4.5, 40))]
    one = film_moments([Gap(Span(16.0, 38.0))], shots, ())[0]
    choice = frame_choice(one, KEPT, KEPT)
    both = set(choice.first) & set(choice.others)
    assert [(frame.shot, frame.time) for frame in both] == [(2, 4.0)]


def test_a_moment_without_shots_shows_nothing():
    one = film_moments([Gap(Span(1.0, 3.0))], (), ())[0]
    assert frame_choice(one, KEPT, KEPT).first == ()


@pytest.mark.parametrize(("time", "number"), [(0.0, 0), (0.249, 1), (0.248, 0), (0.5, 2), (12.512, 50)])
def test_intervals_are_quarters_of_a_second(time, number):
    assert tick(time) == number


@pytest.mark.slow
def test_larger_frames_are_those_of_both_views(film, kept, larger):
    one = moment(5.5, 8.0)
    folder = larger()
    look = FilmFrames(kept, (), folder)
    first, others = look(one), look.others(one)
    assert [frame.time for frame in first] == [frame.time for frame in FilmFrames(kept, ())(one)]
    assert not {frame.time for frame in first} & {frame.time for frame in others}
    assert len(others) == len(first)
    for frame in (*first, *others):
        assert frame.image.shape == (430, 768, 3)
        assert abs(float(frame.image.mean()) - 20 * frame.time) < 4
    assert set(frame_times(folder)) == {frame.time for frame in (*first, *others)}


def test_the_pass_is_made_once(film, larger, monkeypatch):
    folder = larger()
    monkeypatch.setattr(module, "read_through", lambda *_, **__: pytest.fail("read again"))
    assert larger() == folder
    with pytest.raises(pytest.fail.Exception, match="read again"):
        larger(side=600)


def test_interrupted_pass_is_resumed(larger, film, monkeypatch, tmp_path):
    def stop(time):
        if time > 4.0:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        larger(progress=stop)
    (part,) = (tmp_path / "features").glob("*.part")
    before = frame_times(part / "frames")
    assert 0 < len(before) < 20
    written = []
    monkeypatch.setattr(module, "write_frame", lambda folder, time, image: written.append(time))
    monkeypatch.setattr(module, "_BACK", 1.0)
    spans = []

    def noted(*args, within, **given):
        spans.append(within)
        read_through(*args, within=within, **given)

    monkeypatch.setattr(module, "read_through", noted)
    larger()
    assert spans == [Span(before[-1] - 1.0, film.duration)]
    assert min(written) > before[-1]


@pytest.mark.slow
def test_resumed_pass_writes_the_same_frames(larger, tmp_path):
    def stop(time):
        if time > 4.0:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        larger(progress=stop)
    resumed = {path.name: path.read_bytes() for path in larger().iterdir()}
    assert resumed == {path.name: path.read_bytes() for path in larger(key={"again": True}).iterdir()}
    assert len(resumed) == 20


@pytest.mark.parametrize("side", [100, 480])
def test_frames_that_are_large_enough_are_not_read_again(kept, larger, side):
    assert larger(side=side) == kept
    assert larger(moments=()) == kept


@pytest.mark.slow
def test_small_films_and_portrait_ones(tmp_path, larger, kept):
    small = write_film(tmp_path / "small.mp4", size=(320, 180), seconds=1.0)
    assert larger(of=small) == kept
    portrait = write_film(tmp_path / "portrait.mp4", size=(600, 1000), seconds=10.0)
    folder = larger(of=portrait, side=900, key={"film": "portrait"})
    sizes = {picture_size(path) for path in folder.iterdir()}
    assert sizes == {(540, 900)}
    assert larger(of=portrait, side=768) == kept


def test_frames_are_never_larger_than_the_film(larger):
    sizes = {picture_size(path) for path in larger(side=5000).iterdir()}
    assert sizes == {(1000, 560)}


def test_without_larger_frames_the_kept_ones_are_shown(kept):
    look = FilmFrames(kept, (), kept)
    assert {frame.image.shape for frame in look(moment(5.5, 8.0))} == {(268, 480, 3)}
    assert [frame.shot for frame in look.others(moment(5.5, 8.0))]


def test_a_film_without_pictures_and_a_missing_folder_are_named(film, kept, larger):
    with pytest.raises(FilmError, match="has no pictures; name a film"):
        larger(of=film.replace(streams=()))
    with pytest.raises(RecordError, match=r"frames folder .*missing.* cannot be read"):
        FilmFrames(kept / "missing", ())(moment(5.5, 8.0))
