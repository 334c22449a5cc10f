from fractions import Fraction

import av
import numpy as np
import pytest

from cinescribe.errors import FilmError
from cinescribe.media.film import resumed_read
from cinescribe.media.film.decode_pass import DecodePass
from cinescribe.media.film.frame_scaling import PictureFormat
from cinescribe.media.film.probe import probe
from cinescribe.media.film.resumed_read import Checkpoints, read_pictures
from tests.media.films import PictureCollector, tone, write_film

EVERY = 0.7
FORMATS = {
    "b_frames.mp4": ("libx264", {"bf": "3", "g": "24", "x264-params": "open-gop=0"}),
    "open_gop.mp4": ("libx264", {"bf": "3", "g": "20", "x264-params": "open-gop=1"}),
    "no_index.ts": ("libx264", {"bf": "2", "g": "25"}),
    "one_key_frame.mkv": ("libx264", {"bf": "2", "g": "1000"}),
    "refreshed.mp4": ("libx264", {"x264-params": "intra-refresh=1:keyint=30:bframes=0"}),
    "vp9.webm": ("libvpx-vp9", {"g": "30", "deadline": "realtime", "cpu-used": "8"}),
    "program.mpg": ("mpeg2video", {"bf": "2", "g": "12"}),
    "old.avi": ("mpeg4", {"g": "12"}),
}


def write_moving(path, codec, options, *, n_frames=100):
    """A film of noise that moves, so that no two pictures are alike and each depends on those before."""
    noise = np.random.default_rng(0).integers(0, 255, (48, 64 + n_frames, 3), np.uint8)
    with av.open(str(path), "w") as container:
        stream = container.add_stream(codec, rate=25, options=options)
        stream.width, stream.height, stream.pix_fmt = 64, 48, "yuv420p"
        for n in range(n_frames):
            frame = av.VideoFrame.from_ndarray(np.ascontiguousarray(noise[:, n : n + 64]), format="rgb24")
            frame.pts, frame.time_base = n, Fraction(1, 25)
            container.mux(stream.encode(frame))
        container.mux(stream.encode())
    return probe(path)


def read(film, *, after=None, stop=None):
    """Read the pictures for two sinks of other rates; return the sinks, and the points met."""
    every, some = PictureCollector(PictureFormat("gray")), PictureCollector(PictureFormat("gray", rate_hz=3, width=32))
    points = []

    def save(point):
        points.append((point, len(every.times), len(some.times)))
        if len(points) == stop:
            raise KeyboardInterrupt

    read_pictures(film, [every, some], checkpoints=Checkpoints(EVERY, save, after))
    return (every, some), points


def assert_the_rest(sinks, whole, counts):
    for sink, undisturbed, n in zip(sinks, whole, counts, strict=True):
        assert sink.times == undisturbed.times[n:]
        assert all(np.array_equal(a, b) for a, b in zip(sink.images, undisturbed.images[n:], strict=True))


@pytest.mark.parametrize("name", FORMATS)
def test_resumed_reading_gives_the_same_pictures(tmp_path, name):
    film = write_moving(tmp_path / name, *FORMATS[name])
    whole, points = read(film)
    assert [point.time for point, _, _ in points] == pytest.approx([0.72, 1.44, 2.16, 2.88, 3.6], abs=0.045)
    for point, *counts in points:
        sinks, later = read(film, after=point)
        assert_the_rest(sinks, whole, counts)
        assert [one.time for one, _, _ in later] == [one.time for one, _, _ in points if one.time > point.time]


def test_a_point_that_seeking_misses_is_found_from_the_beginning(tmp_path, monkeypatch):
    film = write_moving(tmp_path / "film.mp4", *FORMATS["b_frames.mp4"])
    whole, [_, (point, *counts), *_] = read(film)
    passes = []

    def beyond(film, container, *, seek_to=None):
        passes.append(seek_to)
        return DecodePass(film, container, seek_to=None if seek_to is None else Fraction(3))

    monkeypatch.setattr(resumed_read, "DecodePass", beyond)
    sinks, _ = read(film, after=point)
    assert_the_rest(sinks, whole, counts)
    assert passes[-1] is None
    assert len(passes) == 3


def test_resume_point_with_a_wrong_number_is_found_by_its_time(tmp_path):
    film = write_moving(tmp_path / "film.mp4", *FORMATS["b_frames.mp4"])
    whole, [_, (point, *counts), *_] = read(film)
    other = type(point)(point.time, point.picture + 1, point.n_packets, point.n_damaged, point.first_damage)
    assert_the_rest(read(film, after=other)[0], whole, counts)


def test_an_exception_of_the_callback_stops_reading(tmp_path):
    film = write_moving(tmp_path / "film.mp4", *FORMATS["b_frames.mp4"])
    with pytest.raises(KeyboardInterrupt):
        read(film, stop=2)


def test_progress_begins_after_the_point(tmp_path):
    film = write_moving(tmp_path / "film.mp4", *FORMATS["one_key_frame.mkv"])
    _, [_, _, (point, *_), *_] = read(film)
    reports: list[float] = []
    checkpoints = Checkpoints(EVERY, lambda _: None, point)
    read_pictures(film, [PictureCollector(PictureFormat("gray"))], checkpoints=checkpoints, progress=reports.append)
    assert reports
    assert min(reports) > point.time


def test_damage_before_the_point_still_counts(tmp_path, caplog):
    path = tmp_path / "film.avi"
    write_moving(path, *FORMATS["old.avi"])
    data = bytearray(path.read_bytes())
    spoiled = [n for n in range(len(data) - 4) if data[n : n + 4] == b"00dc"][6]
    data[spoiled + 8 : spoiled + 2000] = bytes(1992)
    path.write_bytes(data)
    film = probe(path)
    whole, points = read(film)
    said = caplog.messages[:]
    caplog.clear()
    point, *counts = points[2]
    assert point.n_damaged
    assert_the_rest(read(film, after=point)[0], whole, counts)
    assert caplog.messages == said


def test_a_film_without_pictures_is_refused(tmp_path):
    film = probe(write_film(tmp_path / "sound.wav", sounds=[(0.0, tone(1.0), "mono")]))
    with pytest.raises(FilmError, match="has no pictures; name a film"):
        read(film)
