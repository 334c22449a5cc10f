"""A film of real clips with known speech: captioned dialogue between clips without speech."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import av
import cv2
import numpy as np

from cinescribe.media.film.frame_scaling import Image, PictureFormat
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.media.film.resample import Samples, Sound
from cinescribe.media.speech.subtitles import read_subtitles
from cinescribe.schema import Speech
from cinescribe.timing import Seconds, Span

WIDTH, HEIGHT, RATE_HZ, SOUND_HZ = 640, 360, 24, 48000
# Each clip with its captions; None for clips without speech.
CLIPS = (
    ("video/sam2/05_default_juggle.mp4", None),
    ("video/friday/friday.mp4", "video/friday/friday.vtt"),
    ("video/mdn_flower/flower.mp4", None),
    ("video/w3c_perspective/perspective-video.mp4", "video/w3c_perspective/perspective-caption.vtt"),
    ("video/bbb/big_buck_bunny_small.mp4", None),
    ("ad_pair_rabbit/silent.mp4", None),
    ("video/friday/friday.mp4", "video/friday/friday.vtt"),
    ("video/popeye/p1.mkv", None),
)


class _Collector:
    def __init__(self, wants: Any) -> None:
        self.wants = wants
        self.parts: list[tuple[Seconds, Any]] = []

    def take(self, at: Seconds, part: Any) -> None:
        self.parts.append((at, part.copy()))


def write_reel(path: Path, data: Path) -> tuple[Speech, ...]:
    """Write the film and return its speech from the clips' caption files."""
    speech: list[Speech] = []
    with av.open(str(path), "w") as container:
        video = container.add_stream("libx264", rate=RATE_HZ, options={"preset": "veryfast", "crf": "20"})
        video.width, video.height, video.pix_fmt = WIDTH, HEIGHT, "yuv420p"
        audio = container.add_stream("aac", rate=SOUND_HZ, layout="stereo")
        start = 0
        for name, captions in CLIPS:
            frames, samples = _clip(data / name)
            for image in frames:
                container.mux(video.encode(av.VideoFrame.from_ndarray(image, format="rgb24")))
            sound = av.AudioFrame.from_ndarray(samples, format="fltp", layout="stereo")
            sound.sample_rate = SOUND_HZ
            container.mux(audio.encode(sound))
            clip = Span(0.0, len(frames) / RATE_HZ)
            for one in read_subtitles(data / captions) if captions else ():
                if inside := one.span.within(clip):  # a caption may outlast its clip
                    speech.append(one.replace(span=inside.shifted(start / RATE_HZ)))
            start += len(frames)
        container.mux(video.encode())
        container.mux(audio.encode())
    return tuple(speech)


def _clip(path: Path) -> tuple[list[Image], Samples]:
    """A clip's frames at the output's rate and size, and its sound of the same length, silent where it has none."""
    film = probe(path)
    pictures, sounds = _Collector(PictureFormat(rate_hz=RATE_HZ)), _Collector(Sound(SOUND_HZ, 2))
    read_through(film, pictures=(pictures,), sounds=(sounds,))
    times = [at for at, _ in pictures.parts]
    n = int(film.duration * RATE_HZ)
    shown = np.searchsorted(times, np.arange(n) / RATE_HZ, side="right").clip(1, len(times)) - 1
    frames = [cv2.resize(pictures.parts[k][1], (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA) for k in shown]
    samples = np.zeros((2, n * SOUND_HZ // RATE_HZ), np.float32)
    for at, part in sounds.parts:
        first = round(at * SOUND_HZ)
        target = samples[:, first : first + part.shape[1]]
        target[:] = part[:, : target.shape[1]]
    return frames, samples
