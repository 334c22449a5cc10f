"""The films of `chat_films`, in a module that workers can load."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from cinescribe.features.clip_sets.batch import Batch, ClipInput, PictureLevels
from cinescribe.models.vlm.chat_captioner import ChatCaptioner, server_captioner
from cinescribe.schema import Clip
from cinescribe.store import write_records
from cinescribe.timing import Span

N_FILMS, N_CLIPS, N_FRAMES = 200, 5, 8
KILLED = range(10, N_FILMS, 40)  # films whose worker is killed after it has captioned some clips
_HEIGHT, _WIDTH = 120, 214


@dataclass(frozen=True)
class FilmJob:
    """A film to caption.

    Args:
        number: of the film, from which its frames are made.
        folder: of all films.
        server: `URL#MODEL`.
    """

    number: int
    folder: str
    server: str

    @property
    def path(self) -> Path:
        """The captions of the film."""
        return Path(self.folder) / f"{self.number:03d}.jsonl"


def caption_film(job: FilmJob) -> int:
    """Caption a film; return the number of captions."""
    captioner = _captioner(job.server, job.folder)
    clips = [_clip(job.number, n) for n in range(N_CLIPS)]
    marker = job.path.with_suffix(".killed")
    if job.number in KILLED and not marker.exists():
        captioner.caption(Batch(tuple(clips[: N_CLIPS // 2]), ()))
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    captions = captioner.caption(Batch(tuple(clips), ()))
    write_records(job.path, captions)
    return len(captions)


@cache
def _captioner(server: str, folder: str) -> ChatCaptioner:
    return server_captioner(server, answers=Path(folder) / "answers")


def _clip(film: int, number: int) -> ClipInput:
    frames = np.random.default_rng([film, number]).integers(0, 256, (N_FRAMES, _HEIGHT, _WIDTH, 3), np.uint8)
    none = np.zeros(0, np.float32)
    levels = PictureLevels(np.zeros(0), none, none, np.zeros((0, 2), np.float32), none, none)
    span = Span(4.0 * number, 4.0 * number + 4)
    times = tuple(span.start + n / 2 for n in range(N_FRAMES))
    return ClipInput(Clip(f"f{film}-{number}", f"f{film}", span), times, frames, (), (), levels, None)


def is_done(job: FilmJob) -> bool:
    """Return whether the captions of a film are written."""
    return job.path.is_file()
