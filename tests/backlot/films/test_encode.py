from itertools import islice
from typing import Any

import av
import numpy as np
import pytest

from cinescribe.backlot.films.encode import write_film, write_sound
from cinescribe.backlot.films.reel import reel
from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.backlot.sound.samples import SOUND_RATE_HZ
from cinescribe.errors import OutputError
from tests.backlot.dummies import flat_camera, plan, take

SIZE = {"width": 64, "height": 36, "rate_hz": 24}
PLAN = plan(take(0, 1, grey=40), take(1, 2, grey=220))


def clicks():
    sound = np.zeros(2 * SOUND_RATE_HZ, np.float32)
    sound[SOUND_RATE_HZ : SOUND_RATE_HZ + 480] = 0.5 * np.sin(np.arange(480) / 4)
    return sound


def decoded_sound(path):
    with av.open(str(path)) as container:
        return np.concatenate([frame.to_ndarray()[0] for frame in container.decode(audio=0)])


def test_frames_and_sound_keep_their_times(tmp_path):
    write_film(tmp_path / "film.mp4", reel(PLAN, camera=flat_camera, **SIZE), clicks(), **SIZE)
    with av.open(str(tmp_path / "film.mp4")) as container:
        assert [stream.codec_context.name for stream in container.streams] == ["h264", "aac"]
        frames = [(frame.time, frame.to_ndarray(format="gray").mean()) for frame in container.decode(video=0)]
    assert [time for time, _ in frames] == pytest.approx([k / 24 for k in range(48)])
    assert all((value > 128) == (time >= 1) for time, value in frames)
    loud = np.flatnonzero(np.abs(decoded_sound(tmp_path / "film.mp4")) > 0.1) / SOUND_RATE_HZ
    assert loud.min() == pytest.approx(1.0, abs=0.005)


def test_a_sound_file_keeps_its_times(tmp_path):
    write_sound(tmp_path / "sound.m4a", clicks())
    loud = np.flatnonzero(np.abs(decoded_sound(tmp_path / "sound.m4a")) > 0.1) / SOUND_RATE_HZ
    assert loud.min() == pytest.approx(1.0, abs=0.005)
    assert len(decoded_sound(tmp_path / "sound.m4a")) == pytest.approx(2 * SOUND_RATE_HZ, abs=1024)


def test_encoding_is_reproducible(tmp_path):
    size: Any = {"width": 160, "height": 90, "rate_hz": 24}
    frames = list(islice(reel(plan_film(5, n_clips=2, id="film"), **size), 16))
    versions = set()
    for number in range(4):
        litter = [np.random.default_rng(number).integers(0, 256, 40_000 * n, np.uint8) for n in range(1, 24)]
        del litter[:: 1 + number]
        write_film(tmp_path / "film.mp4", frames, clicks(), **size)
        versions.add((tmp_path / "film.mp4").read_bytes())
    assert len(versions) == 1


def test_odd_sizes_are_refused_and_a_failure_leaves_nothing(tmp_path):
    with pytest.raises(
        OutputError, match=r"63x36 pixels was asked for; H\.264 needs even sides: choose an even `height`"
    ):
        write_film(tmp_path / "film.mp4", [], clicks(), width=63, height=36, rate_hz=24)

    def breaking():
        yield from list(reel(PLAN, camera=flat_camera, **SIZE))[:9]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_film(tmp_path / "film.mp4", breaking(), clicks(), **SIZE)
    assert list(tmp_path.iterdir()) == []
