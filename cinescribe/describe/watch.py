"""The one look at a film: a decode pass that feeds shots, speech, faces, frames and levels, kept in a folder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import FilmError
from cinescribe.features.batch import PictureLevels
from cinescribe.features.faces import FaceExtractor, FaceFinder
from cinescribe.features.frames import FrameKeeper, PictureMeter
from cinescribe.features.glimpses import Glimpse, read_glimpses, write_glimpses
from cinescribe.media.levels import SoundLevels, SoundMeter
from cinescribe.media.probe import probe
from cinescribe.media.read import read_through
from cinescribe.media.shots import ShotFinder
from cinescribe.media.speech import VoiceDetector
from cinescribe.schema import Face, Film, Shot, Speech
from cinescribe.store import read_arrays, read_records, write_arrays, write_records
from cinescribe.timing import Seconds

FRAMES = "frames"
VERSION = 2  # raise it when what is measured changes, so that older folders are measured anew


@dataclass(frozen=True)
class Watched:
    """What one look at a film gave.

    Args:
        shots: its shots, without holes.
        speech: what the voice detector heard.
        faces: every face found, untracked, by time.
        embeddings: their embeddings, (n_faces, D).
        glimpses: pictures of the faces' best moments.
        pictures: picture measurements.
        sounds: sound measurements; None for a film without sound.
        frames: folder of JPEG frames named by milliseconds.
    """

    shots: tuple[Shot, ...]
    speech: tuple[Speech, ...]
    faces: tuple[Face, ...]
    embeddings: NDArray[np.float32]
    glimpses: tuple[Glimpse, ...]
    pictures: PictureLevels
    sounds: SoundLevels | None
    frames: Path


def film_to_watch(path: str | Path) -> Film:
    """A film that has pictures; its path absolute, so that exports find it from any folder.

    Raises:
        FilmError: when it cannot be read, or holds sound alone.
    """
    film = probe(Path(path).absolute())
    if film.first("video") is None:
        raise FilmError(f"{film.path!r} came with no pictures; a description tells what is seen, so name a film")
    return film


def watch(film: Film, folder: Path, *, extractor: FaceExtractor, progress: Callable[[Seconds], None]) -> None:
    """Look at `film` once and keep in `folder` what `read_watched` gives back."""
    shots, pictures, faces = ShotFinder(), PictureMeter(), FaceFinder(extractor)
    frames = FrameKeeper(folder / FRAMES)
    heard, sounds = VoiceDetector(), SoundMeter()
    has_sound = film.first("audio") is not None
    read_through(
        film,
        pictures=(shots, pictures, faces, frames),
        sounds=(heard, sounds) if has_sound else (),
        progress=progress,
    )
    write_records(folder / "shots.jsonl", shots.shots(film.duration))
    write_records(folder / "speech.jsonl", heard.speech() if has_sound else ())
    write_records(folder / "faces.jsonl", faces.faces)
    write_arrays(folder / "faces.safetensors", {"embeddings": faces.embeddings})
    write_glimpses(folder / "glimpses.safetensors", faces.glimpses)
    write_arrays(folder / "pictures.safetensors", vars(pictures.levels()))
    if has_sound:
        write_arrays(folder / "sounds.safetensors", vars(sounds.levels()))


def read_watched(folder: Path) -> Watched:
    """What `watch` kept in `folder`."""
    sounds = folder / "sounds.safetensors"
    return Watched(
        shots=tuple(read_records(folder / "shots.jsonl", Shot)),
        speech=tuple(read_records(folder / "speech.jsonl", Speech)),
        faces=tuple(read_records(folder / "faces.jsonl", Face)),
        embeddings=read_arrays(folder / "faces.safetensors")["embeddings"],
        glimpses=read_glimpses(folder / "glimpses.safetensors"),
        pictures=PictureLevels(**read_arrays(folder / "pictures.safetensors")),
        sounds=SoundLevels(**read_arrays(sounds)) if sounds.is_file() else None,
        frames=folder / FRAMES,
    )
