"""The one look at a film: a decode pass that feeds shots, speech, faces, rows, frames and levels, kept in a folder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import FilmError
from cinescribe.features.clip_sets.batch import PictureLevels
from cinescribe.features.clip_sets.frames import FrameKeeper, PictureMeter
from cinescribe.features.extraction.extract import Extractor
from cinescribe.features.extraction.extractors import extractor
from cinescribe.features.faces.face_crops import Glimpse, read_glimpses, write_glimpses
from cinescribe.features.faces.faces import FaceExtractor, FaceFinder
from cinescribe.features.rows.timed_features import TimedRows
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.media.shots.shots import ShotFinder
from cinescribe.media.sound.levels import SoundLevels, SoundMeter
from cinescribe.media.speech.speech import VoiceDetector
from cinescribe.schema import Face, Film, Shot, Speech
from cinescribe.store import read_arrays, read_records, write_arrays, write_records
from cinescribe.timing import Seconds

FRAMES = "frames"
VERSION = 3  # raise it when what is measured changes, so that older folders are measured anew


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
        clip: rows of single pictures, by the network that comes with cinescribe.
        actions: rows of what is done around each moment, likewise.
        frames: folder of JPEG frames named by milliseconds.
    """

    shots: tuple[Shot, ...]
    speech: tuple[Speech, ...]
    faces: tuple[Face, ...]
    embeddings: NDArray[np.float32]
    glimpses: tuple[Glimpse, ...]
    pictures: PictureLevels
    sounds: SoundLevels | None
    clip: TimedRows
    actions: TimedRows
    frames: Path


def rows_made() -> dict[str, str]:
    """What the rows of each stream are made by, as checkpoints name it."""
    return {name: f"{one.name} {one.version}" for name, one in _row_extractors().items()}


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
    frames, rows = FrameKeeper(folder / FRAMES), {name: one.sink() for name, one in _row_extractors().items()}
    heard, sounds = VoiceDetector(), SoundMeter()
    has_sound = film.first("audio") is not None
    read_through(
        film,
        pictures=(shots, pictures, faces, frames, *rows.values()),
        sounds=(heard, sounds) if has_sound else (),
        progress=progress,
    )
    write_records(folder / "shots.jsonl", shots.shots(film.duration))
    write_records(folder / "speech.jsonl", heard.speech() if has_sound else ())
    write_records(folder / "faces.jsonl", faces.faces)
    write_arrays(folder / "faces.safetensors", {"embeddings": faces.embeddings})
    write_glimpses(folder / "glimpses.safetensors", faces.glimpses)
    write_arrays(folder / "pictures.safetensors", vars(pictures.levels()))
    for name, sink in rows.items():
        write_arrays(folder / f"{name}.safetensors", vars(sink.rows()))
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
        clip=TimedRows(**read_arrays(folder / "clip.safetensors")),
        actions=TimedRows(**read_arrays(folder / "actions.safetensors")),
        frames=folder / FRAMES,
    )


def _row_extractors() -> dict[str, Extractor]:
    return {"clip": extractor("clip"), "actions": extractor("actions")}
