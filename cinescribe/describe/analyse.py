"""Measures the sound of a film, and its pictures, in one decode pass each: for the folders of two stages."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from cinescribe.arrays import Form, read_arrays_like, write_arrays
from cinescribe.describe.checkpoint import AnalysisCheckpoint, read_analysis_checkpoint, write_analysis_checkpoint
from cinescribe.errors import FilmError, RecordError
from cinescribe.features.clip_sets.batch import PictureLevels
from cinescribe.features.clip_sets.frames import FrameWriter, PictureMeter
from cinescribe.features.encoders.body_net import load_body_net
from cinescribe.features.extraction.extract import Extractor
from cinescribe.features.extraction.extractors import extractor
from cinescribe.features.faces.extractor import FaceExtractor
from cinescribe.features.faces.face_crops import FaceCrop, read_face_crops, write_face_crops
from cinescribe.features.faces.faces import FaceFinder
from cinescribe.features.store.film_store import StreamName
from cinescribe.features.timed.timed_features import TimedFeatures
from cinescribe.file_names import check_utf8
from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.media.film.resumed_read import Checkpoints, ReadPoint, read_pictures
from cinescribe.media.shots.shots import ShotFinder
from cinescribe.media.sound.levels import SoundLevels, SoundMeter
from cinescribe.media.speech.speech import VoiceDetector
from cinescribe.media.text.script_recogniser import LATIN_ONLY, ScriptReaders
from cinescribe.media.text.text_finder import TextFinder
from cinescribe.schema import Face, Film, ScreenText, Shot, Speech
from cinescribe.store import read_records, write_records
from cinescribe.timing import Seconds

FRAMES = "frames"
_STREAMS = ("clip", "actions")  # of features, that every film gets
CHECKPOINT = "checkpoint"  # of a film that is being watched
CHECKPOINT_INTERVAL: Seconds = 60.0  # of film between two checkpoints
ANALYSIS_VERSION = 7  # of the measurements; raising it makes older folders be analysed again
HEARD = 3  # of those of the sound; raising it makes only the sound of older folders be measured again
_MOMENTS: Form = (np.float64, 1)
_LEVELS: Form = (np.float32, 1)
_VECTORS: Form = (np.float32, 2)
_FACES: dict[str, Form] = {
    "embeddings": _VECTORS, "torsos": (np.uint8, 4), "torso_shares": _LEVELS, "bodies": _VECTORS,
}  # fmt: skip
_SOUNDS = {"times": _MOMENTS, "level_db": _LEVELS, "music": _LEVELS}
_PICTURES = dict.fromkeys(("brightness", "warmth", "zoom", "activity"), _LEVELS)
_PICTURES |= {"times": _MOMENTS, "shift": _VECTORS}
_FEATURES = {"times": _MOMENTS, "rows": _VECTORS}


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
        bodies: what the bodies below faces do, see `body_net.BodyNet`, (n_faces, D').
        face_crops: the best picture of each face.
        texts: the text in the pictures.
        pictures: picture measurements.
        sounds: sound measurements; None for a film without sound.
        clip: features of single frames, by the bundled frame network.
        actions: features of the action around each moment, by the bundled action network.
        frames: folder of JPEG frames named by milliseconds.
        further: features that only some captioners read, by stream; see `further_features`.
    """

    shots: tuple[Shot, ...]
    speech: tuple[Speech, ...]
    certain_speech: tuple[Speech, ...]
    faces: tuple[Face, ...]
    embeddings: NDArray[np.float32]
    torsos: NDArray[np.uint8]
    torso_shares: NDArray[np.float32]
    bodies: NDArray[np.float32]
    face_crops: tuple[FaceCrop, ...]
    texts: tuple[ScreenText, ...]
    pictures: PictureLevels
    sounds: SoundLevels | None
    clip: TimedFeatures
    actions: TimedFeatures
    frames: Path
    further: Mapping[str, TimedFeatures] = field(default_factory=dict)


@dataclass(frozen=True)
class _Begun:
    """The sinks of an analysis, and the point after which it goes on; None for the film's beginning."""

    sinks: Mapping[str, Any]
    point: ReadPoint | None


def extractor_names(streams: Sequence[str] = _STREAMS) -> dict[str, str]:
    """Name and version of the extractor of each feature stream, as checkpoints record them.

    Raises:
        ModelError: when the extractor of a stream is not installed.
    """
    return {name: f"{one.name} {one.version}" for name, one in _feature_extractors(streams).items()}


def seeable_film(path: str | Path) -> Film:
    """Probe a film and check that it has pictures. Its path becomes absolute, so that exports find it from any folder.

    Raises:
        RecordError: when its path cannot be written down as text.
        FilmError: when the file cannot be read, or has sound only.
    """
    check_utf8(Path(path))
    film = probe(Path(path).absolute())
    if film.track("video") is None:
        raise FilmError(f"{film.path!r} has no pictures; a description needs them: name a film")
    return film


def listen(film: Film, folder: Path, *, progress: Callable[[Seconds], None]) -> None:
    """Measure the sound of `film`, and write it to `folder`, for `read_analysis`."""
    voice, sounds = VoiceDetector(), SoundMeter()
    has_sound = film.track("audio") is not None
    if has_sound:
        read_through(film, sounds=(voice, sounds), progress=progress)
        write_arrays(folder / "sounds.safetensors", vars(sounds.levels()))
    write_records(folder / "speech.jsonl", voice.speech() if has_sound else ())
    write_records(folder / "certain.jsonl", voice.certain_speech() if has_sound else ())


def watch(
    film: Film,
    folder: Path,
    *,
    extractor: FaceExtractor,
    readers: ScriptReaders = LATIN_ONLY,
    key: Mapping[str, Any],
    progress: Callable[[Seconds], None],
    note: Callable[..., None],
) -> None:
    """Measure the pictures of `film`, and write it to `folder`, for `read_analysis`.

    A checkpoint is written to the folder once a minute of film. Where there is one, the analysis goes on after it, and
    ends with the same files.

    Args:
        film: the film.
        folder: where to write; it may hold what a killed analysis left.
        extractor: finds faces.
        readers: of text in other scripts than Latin.
        key: what the measurements depend on; a checkpoint of another key is left out.
        progress: called regularly with the second that was reached.
        note: called with an event of the log and its facts.
    """
    path = folder / CHECKPOINT
    begun = _begun(path, _sinks(extractor, readers), key, note)
    frames = FrameWriter(folder / FRAMES)

    def save(point: ReadPoint) -> None:
        write_analysis_checkpoint(path, AnalysisCheckpoint(point, begun.sinks), key=key)

    checkpoints = Checkpoints(CHECKPOINT_INTERVAL, save, begun.point)
    read_pictures(film, (*begun.sinks.values(), frames), checkpoints=checkpoints, progress=progress)
    _write_pictures(film, folder, begun.sinks)
    path.unlink(missing_ok=True)


def _sinks(extractor: FaceExtractor, readers: ScriptReaders) -> dict[str, Any]:
    """New sinks for the pictures of a film, by the names that `_write_pictures` reads them by."""
    features = {name: one.sink() for name, one in _feature_extractors().items()}
    faces = FaceFinder(extractor, load_body_net(), dense=False)
    texts = TextFinder(readers)
    return {"shots": ShotFinder(), "pictures": PictureMeter(), "faces": faces, "texts": texts, **features}


def _begun(path: Path, fresh: Mapping[str, Any], key: Mapping[str, Any], note: Callable[..., None]) -> _Begun:
    """The sinks with which to go on, and the point; new ones where there is no checkpoint, or none that fits."""
    if not path.is_file():
        return _Begun(fresh, None)
    try:
        kept = read_analysis_checkpoint(path, fresh, key=key)
    except RecordError as error:
        note("restarted", stage="watch", why=str(error))
        return _Begun(fresh, None)
    note("resumed", stage="watch", time=kept.point.time)
    return _Begun(kept.sinks, kept.point)


def _write_pictures(film: Film, folder: Path, sinks: Mapping[str, Any]) -> None:
    faces: FaceFinder = sinks["faces"]
    write_records(folder / "shots.jsonl", sinks["shots"].shots(film.duration))
    write_records(folder / "faces.jsonl", faces.faces)
    arrays: dict[str, NDArray[Any]] = {"embeddings": faces.embeddings}
    arrays |= {"torsos": faces.torsos, "torso_shares": faces.torso_shares, "bodies": faces.bodies}
    write_arrays(folder / "faces.safetensors", arrays)
    write_records(folder / "texts.jsonl", sinks["texts"].texts(film.duration))
    write_face_crops(folder / "glimpses.safetensors", faces.face_crops)
    write_arrays(folder / "pictures.safetensors", vars(sinks["pictures"].levels()))
    for name in _feature_extractors():
        write_arrays(folder / f"{name}.safetensors", vars(sinks[name].features()))


def read_analysis(heard: Path, seen: Path) -> Analysis:
    """Read the measurements that `listen` wrote to `heard`, and `watch` to `seen`.

    Raises:
        RecordError: when a file is missing, or is not what they wrote.
        FeatureError: when features and their times differ in number.
    """
    sounds = heard / "sounds.safetensors"
    found = read_arrays_like(seen / "faces.safetensors", _FACES)
    speech, certain = read_detected(heard)
    return Analysis(
        shots=tuple(read_records(seen / "shots.jsonl", Shot)),
        speech=speech,
        certain_speech=certain,
        faces=tuple(read_records(seen / "faces.jsonl", Face)),
        embeddings=found["embeddings"],
        torsos=found["torsos"],
        torso_shares=found["torso_shares"],
        bodies=found["bodies"],
        face_crops=read_face_crops(seen / "glimpses.safetensors"),
        texts=tuple(read_records(seen / "texts.jsonl", ScreenText)),
        pictures=PictureLevels(**read_arrays_like(seen / "pictures.safetensors", _PICTURES)),
        sounds=SoundLevels(**read_arrays_like(sounds, _SOUNDS)) if sounds.is_file() else None,
        clip=TimedFeatures(**read_arrays_like(seen / "clip.safetensors", _FEATURES)),
        actions=TimedFeatures(**read_arrays_like(seen / "actions.safetensors", _FEATURES)),
        frames=seen / FRAMES,
    )


def read_detected(heard: Path) -> tuple[tuple[Speech, ...], tuple[Speech, ...]]:
    """Read all speech that `listen` detected, and the certain part of it.

    Raises:
        RecordError: when a file is missing, or is not what it wrote.
    """
    return tuple(read_records(heard / "speech.jsonl", Speech)), tuple(read_records(heard / "certain.jsonl", Speech))


def _feature_extractors(streams: Sequence[str] = _STREAMS) -> dict[str, Extractor]:
    return {name: extractor(cast(StreamName, name)) for name in streams}
