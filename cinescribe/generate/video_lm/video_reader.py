"""What a video language model sees of the clips and pictures of a corpus, kept on disk: nothing is looked at twice.

What was seen is noted with the size and time of the film or picture, and with the span of the clip: where these are
others now, or are not noted, the video is looked at again. Arrays are read when they are asked for, since those of a
corpus may be larger than memory.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cinescribe.arrays import open_arrays, write_arrays
from cinescribe.corpus.core.corpus import Corpus
from cinescribe.corpus.core.stills import StillCorpus
from cinescribe.errors import CorpusError
from cinescribe.features.extraction.sampled_frames import sampled_frames
from cinescribe.language.vectors.hub_files import to_stderr
from cinescribe.media.film.frame_scaling import Image
from cinescribe.media.film.image_files import read_picture
from cinescribe.models.video_lm.video_lm import VideoLM
from cinescribe.progress import Progress, no_progress
from cinescribe.schema import Clip
from cinescribe.still_schema import Still

VIDEO_STATES_FOLDER = "video_states"  # in a corpus
_PART = 16  # films between two files
_N_DIGITS = 24  # of a file's name

_Key: TypeAlias = tuple[str, str]  # a video's id, and what is noted of its source


class VideoReader:
    """Looks at clips or stills with a model, and keeps what it saw in the corpus's folder in half precision.

    Args:
        model: a `VideoLM`.
        corpus: of films, or of stills.
        announce: receives one line where videos have fewer frames than the model takes.
        progress: called with the share of the films that were looked at.
    """

    def __init__(
        self,
        model: VideoLM,
        corpus: Corpus | StillCorpus,
        *,
        announce: Callable[[str], None] = to_stderr,
        progress: Progress = no_progress,
    ) -> None:
        self._model, self._corpus = model, corpus
        self._announce, self._progress = announce, progress
        self._folder = corpus.folder / VIDEO_STATES_FOLDER / model.look_name
        self._kept: dict[_Key, NDArray[np.float16]] = {}
        self._keys: dict[str, _Key] = {}  # of the videos that were asked for
        for path in sorted(self._folder.glob("*.safetensors")):
            self._open(path)

    def seen(self, id: str) -> Tensor:
        """Return what was seen of a clip or still after `look_at_clips` or `look_at_stills`, in half precision."""
        return torch.from_numpy(np.array(self._kept[self._keys[id]]))

    def all_seen(self, ids: Sequence[str]) -> Sequence[Tensor]:
        """Return what was seen of some clips or stills, each read when it is asked for."""
        return _Seen(self, ids)

    def look_at_clips(self, clips: Sequence[Clip]) -> None:
        """Look at clips that were not looked at before.

        Raises:
            CorpusError: when the corpus does not have the film of a clip.
            FilmError: when a film cannot be decoded.
            OutputError: when the corpus's folder cannot be written.
        """
        paths = {film.id: film.path for film in self._corpus.films} if isinstance(self._corpus, Corpus) else {}
        by_film: dict[str, list[Clip]] = defaultdict(list)
        for clip in clips:
            by_film[clip.film].append(clip)
        missing: list[tuple[Path, list[Clip]]] = []
        for film, some in by_film.items():
            path = paths.get(film)
            if path is None:
                raise CorpusError(
                    f"the corpus has no file of the film {film!r}, which {self._model.look_name} looks at; import "
                    "the corpus again with the folder of its films, --films FOLDER"
                )
            facts = _facts(self._corpus.folder / path)
            self._keys |= {clip.id: (clip.id, f"{facts} {clip.span.start:.6f} {clip.span.end:.6f}") for clip in some}
            if new_ones := [clip for clip in some if self._keys[clip.id] not in self._kept]:
                missing.append((self._corpus.folder / path, new_ones))
        self._look_at_films(missing)

    def look_at_stills(self, stills: Sequence[Still]) -> None:
        """Look at pictures that were not looked at before, each as a video that repeats it (section 5.1).

        Raises:
            RecordError: when a picture cannot be read.
            OutputError: when the corpus's folder cannot be written.
        """
        self._keys |= {still.id: (still.id, _facts(self._corpus.folder / still.path)) for still in stills}
        missing = [still for still in stills if self._keys[still.id] not in self._kept]
        new: dict[_Key, NDArray[np.float16]] = {}
        for n, still in enumerate(missing, 1):
            picture = read_picture(self._corpus.folder / still.path)
            new[self._keys[still.id]] = self._look(np.repeat(picture[None], self._model.n_frames, axis=0))
            self._progress("looking at pictures", n / len(missing))
            if n % (_PART * _PART) == 0 or n == len(missing):
                self._keep(new)
                new = {}

    def _look_at_films(self, missing: Sequence[tuple[Path, Sequence[Clip]]]) -> None:
        n_frames = self._model.n_frames
        short: list[str] = []
        new: dict[_Key, NDArray[np.float16]] = {}
        for n, (path, some) in enumerate(missing, 1):
            found = sampled_frames(path, [clip.span for clip in some], n_frames=n_frames)
            short += [clip.id for clip, (_, n_own) in zip(some, found, strict=True) if n_own < n_frames]
            new |= {self._keys[clip.id]: self._look(frames) for clip, (frames, _) in zip(some, found, strict=True)}
            self._progress("looking at videos", n / len(missing))
            if n % _PART == 0 or n == len(missing):
                self._keep(new)
                new = {}
        if short:
            self._announce(
                f"videos with fewer frames than the model's {n_frames}: {len(short)}, the first is "
                f"{short[0]!r}; their frames repeat"
            )

    def _look(self, frames: Image) -> NDArray[np.float16]:
        return np.asarray(self._model.look(frames).half().cpu().numpy(), np.float16)

    def _keep(self, new: Mapping[_Key, NDArray[np.float16]]) -> None:
        """Write what was seen to a file of its own: another process may look at other videos of the corpus."""
        name = sha256(repr(sorted(new)).encode()).hexdigest()[:_N_DIGITS]
        path = self._folder / f"{name}.safetensors"
        write_arrays(path, {id: array for (id, _), array in new.items()}, notes=dict(new.keys()))
        self._open(path)

    def _open(self, path: Path) -> None:
        arrays, notes = open_arrays(path)
        self._kept |= {(id, notes[id]): array for id, array in arrays.items() if id in notes}


class _Seen(Sequence[Tensor]):
    """What a reader has of some videos."""

    def __init__(self, reader: VideoReader, ids: Sequence[str]) -> None:
        self._reader, self._ids = reader, ids

    def __len__(self) -> int:
        return len(self._ids)

    def __getitem__(self, n: Any) -> Any:
        return self._reader.seen(self._ids[n])


def _facts(path: Path) -> str:
    """Return size and time of a file; nothing for one that is not there, of which nothing was seen."""
    try:
        facts = path.stat()
    except OSError:
        return ""
    return f"{facts.st_size} {facts.st_mtime_ns}"
