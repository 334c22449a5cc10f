"""Analyses a film in one decode pass: shots, speech, faces, features, frames and levels, cached in a folder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import FilmError
from cinescribe.features.clip_sets.batch import PictureLevels
from cinescribe.features.clip_sets.frames import FrameWriter, PictureMeter
from cinescribe.features.extraction.extract import Extractor
from cinescribe.features.extraction.extractors import extractor
from cinescribe.features.faces.extractor import FaceExtractor
from cinescribe.features.faces.face_crops import FaceCrop, read_face_crops, write_face_crops
from cinescribe.features.faces.faces import FaceFinder
from cinescribe.features.timed.timed_features import TimedFeatures
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.media.shots.shots import ShotFinder
from cinescribe.media.sound.levels import SoundLevels, SoundMeter
from cinescribe.media.speech.speech import VoiceDetector
from cinescribe.media.text.text_finder import TextFinder
from cinescribe.schema import Face, Film, ScreenText, Shot, Speech
from cinescribe.store import read_arrays, read_records, write_arrays, write_records
from cinescribe.timing import Seconds

FRAMES = "frames"
VERSION = 5  # of the measurements; raising it makes older folders be analysed again


@dataclass(frozen=True)
class Analysis:
    """The measurements of a film.

    Args:
        shots: the shots, without holes.
        speech: all speech that the voice detector found.
        certain_speech: the part of it that is certain.
        faces: all detected faces by time, before tracking.
        embeddings: their embeddings, (n_faces, D).
        torsos: RGB means of a grid below each face, (n_faces, 8, 8, 3).
        torso_shares: share of each grid that lies inside the picture, (n_faces,).
        face_crops: the best picture of each face.
        texts: the text in the pictures.
        pictures: picture measurements.
        sounds: sound measurements; None for a film without sound.
        clip: features of single frames, by the bundled frame network.
        actions: features of the action around each moment, by the bundled action network.
        frames: folder of JPEG frames named by milliseconds.
    """

    shots: tuple[Shot, ...]
    speech: tuple[Speech, ...]
    certain_speech: tuple[Speech, ...]
    faces: tuple[Face, ...]
    embeddings: NDArray[np.float32]
    torsos: NDArray[np.uint8]
    torso_shares: NDArray[np.float32]
    face_crops: tuple[FaceCrop, ...]
    texts: tuple[ScreenText, ...]
    pictures: PictureLevels
    sounds: SoundLevels | None
    clip: TimedFeatures
    actions: TimedFeatures
    frames: Path


def extractor_names() -> dict[str, str]:
    """Name and version of the extractor of each feature stream, as checkpoints record them."""
    return {name: f"{one.name} {one.version}" for name, one in _feature_extractors().items()}


def seeable_film(path: str | Path) -> Film:
    """Probe a film and check that it has pictures. Its path becomes absolute, so that exports find it from any folder.

    Raises:
        FilmError: when the file cannot be read, or has sound only.
    """
    film = probe(Path(path).absolute())
    if film.first("video") is None:
        raise FilmError(f"{film.path!r} has no pictures; a description needs them: name a film")
    return film


def analyse(film: Film, folder: Path, *, extractor: FaceExtractor, progress: Callable[[Seconds], None]) -> None:
    """Decode `film` once and write its measurements to `folder`, for `read_analysis`."""
    shots, pictures, texts = ShotFinder(), PictureMeter(), TextFinder()
    faces = FaceFinder(extractor, dense=False)
    frames, features = FrameWriter(folder / FRAMES), {name: one.sink() for name, one in _feature_extractors().items()}
    voice, sounds = VoiceDetector(), SoundMeter()
    has_sound = film.first("audio") is not None
    read_through(
        film,
        pictures=(shots, pictures, faces, texts, frames, *features.values()),
        sounds=(voice, sounds) if has_sound else (),
        progress=progress,
    )
    write_records(folder / "shots.jsonl", shots.shots(film.duration))
    write_records(folder / "speech.jsonl", voice.speech() if has_sound else ())
    write_records(folder / "certain.jsonl", voice.certain_speech() if has_sound else ())
    write_records(folder / "faces.jsonl", faces.faces)
    arrays: dict[str, NDArray[Any]] = {"embeddings": faces.embeddings}
    arrays |= {"torsos": faces.torsos, "torso_shares": faces.torso_shares}
    write_arrays(folder / "faces.safetensors", arrays)
    write_records(folder / "texts.jsonl", texts.texts(film.duration))
    write_face_crops(folder / "glimpses.safetensors", faces.face_crops)
    write_arrays(folder / "pictures.safetensors", vars(pictures.levels()))
    for name, sink in features.items():
        write_arrays(folder / f"{name}.safetensors", vars(sink.features()))
    if has_sound:
        write_arrays(folder / "sounds.safetensors", vars(sounds.levels()))


def read_analysis(folder: Path) -> Analysis:
    """Read the measurements that `analyse` wrote to `folder`."""
    sounds, faces = folder / "sounds.safetensors", read_arrays(folder / "faces.safetensors")
    return Analysis(
        shots=tuple(read_records(folder / "shots.jsonl", Shot)),
        speech=tuple(read_records(folder / "speech.jsonl", Speech)),
        certain_speech=tuple(read_records(folder / "certain.jsonl", Speech)),
        faces=tuple(read_records(folder / "faces.jsonl", Face)),
        **faces,
        face_crops=read_face_crops(folder / "glimpses.safetensors"),
        texts=tuple(read_records(folder / "texts.jsonl", ScreenText)),
        pictures=PictureLevels(**read_arrays(folder / "pictures.safetensors")),
        sounds=SoundLevels(**read_arrays(sounds)) if sounds.is_file() else None,
        clip=TimedFeatures(**read_arrays(folder / "clip.safetensors")),
        actions=TimedFeatures(**read_arrays(folder / "actions.safetensors")),
        frames=folder / FRAMES,
    )


def _feature_extractors() -> dict[str, Extractor]:
    return {"clip": extractor("clip"), "actions": extractor("actions")}
