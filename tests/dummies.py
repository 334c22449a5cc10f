"""Tiny deterministic stand-ins for what is slow or large elsewhere."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import av
import numpy as np

from cinescribe.media.voice.voice import Spoken
from cinescribe.schema import Caption


class SteadyVoice:
    """Says 2.5 words a second at rate 1."""

    name = "steady"

    def say(self, text: str, *, rate: float = 1.0) -> Spoken:
        seconds = len(text.split()) / 2.5 / rate
        return Spoken(np.full(round(seconds * 1000), 0.1, np.float32), 1000)


class NoFaces:
    """Finds nobody."""

    name = "nobody"
    licence = "none needed"
    width = 4
    same_distance = 0.6

    def find(self, image):
        return []

    def embed(self, image, faces):
        return np.zeros((0, self.width), np.float32)


class EveryClip:
    """Says one sentence a clip; remembers how many clips and frames each batch brought."""

    name = "every"
    captions_events = False
    further_streams = ()
    tracer = None
    language = "en"
    drawn_films_only = False
    chat_model = None

    def __init__(self, *, n_clips=None, n_frames=0):
        self.n_clips, self.n_frames = n_clips, n_frames
        self.batches = []

    def with_messages(self, messages):
        return self

    def caption(self, batch):
        self.batches.append([len(seen.frames) for seen in batch.clips])
        return [Caption(seen.clip.id, f"This is {seen.clip.id}.", by=self.name) for seen in batch.clips]


def write_film(path, *, seconds=8.0, cut_at=4.0, sound=True, samples=None, rate=12):
    """A film of two plain coloured shots with a moving block, 96 x 64, and a quiet tone or `samples` at 16 kHz."""
    parts = {"seconds": seconds, "cut_at": cut_at, "sound": sound, "rate": rate}
    if samples is not None:
        return _encode(path, samples, **parts)
    path.write_bytes(_encoded(path.suffix, **parts))
    return path


@cache  # many tests want the same film, and to encode it takes longer than most that they do with it
def _encoded(suffix, **parts):
    with TemporaryDirectory() as folder:
        return _encode(Path(folder) / f"film{suffix}", None, **parts).read_bytes()


def _encode(path, samples, *, seconds, cut_at, sound, rate):
    with av.open(str(path), "w") as container:
        video = container.add_stream("libx264", rate=rate, options={"crf": "28", "preset": "ultrafast"})
        video.width, video.height, video.pix_fmt = 96, 64, "yuv420p"
        audio = container.add_stream("aac", rate=16000, layout="mono") if sound else None
        for n in range(round(seconds * rate)):
            image = np.full((64, 96, 3), (30, 60, 120) if n / rate < cut_at else (200, 180, 90), np.uint8)
            image[20:40, n % 70 : n % 70 + 20] = 255 - image[0, 0]
            container.mux(video.encode(av.VideoFrame.from_ndarray(image, format="rgb24")))
        container.mux(video.encode())
        if audio is not None:
            if samples is None:
                samples = 0.01 * np.sin(2 * np.pi * 220 * np.arange(round(seconds * 16000)) / 16000)
            frame = av.AudioFrame.from_ndarray(samples.astype(np.float32)[None], format="fltp", layout="mono")
            frame.sample_rate = 16000
            container.mux(audio.encode(frame))
            container.mux(audio.encode())
    return path


def with_first_sound(film):
    """A film whose first sound track is the one to hear, as players choose the description of a described copy."""
    return film.replace(audio=film.of_kind("audio")[0].index)
