"""What a video language model sees of the clips and pictures of a corpus, kept on disk: nothing is looked at twice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cinescribe.corpus.core.corpus import Corpus
from cinescribe.corpus.core.stills import StillCorpus
from cinescribe.errors import CorpusError
from cinescribe.features.extraction.sampled_frames import sampled_frames
from cinescribe.language.vectors.hub_files import to_stderr
from cinescribe.media.film.frame_scaling import Image
from cinescribe.media.film.image_files import read_picture
from cinescribe.models.video_lm.video_lm import VideoLM
from cinescribe.progress import Progress, no_progress
from cinescribe.schema import Clip, Still
from cinescribe.store import read_arrays, write_arrays

FOLDER = "video_states"  # in a corpus
_PART = 16  # films between two files


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
        self._folder = corpus.folder / FOLDER / model.look_name
        self._seen: dict[str, Tensor] = {}
        for path in sorted(self._folder.glob("*.safetensors")):
            self._seen |= {id: torch.from_numpy(array) for id, array in read_arrays(path).items()}

    def seen(self, id: str) -> Tensor:
        """Return what was seen of a clip or still after `look_at`."""
        return self._seen[id]

    def look_at_clips(self, clips: Sequence[Clip]) -> None:
        """Look at clips that were not looked at before.

        Raises:
            CorpusError: when the corpus does not have the film of a clip.
            FilmError: when a film cannot be decoded.
            OutputError: when the corpus's folder cannot be written.
        """
        paths = {film.id: film.path for film in self._corpus.films} if isinstance(self._corpus, Corpus) else {}
        missing: dict[str, list[Clip]] = defaultdict(list)
        for clip in clips:
            if clip.id not in self._seen:
                missing[clip.film].append(clip)
        short: list[str] = []
        new: dict[str, NDArray[np.float16]] = {}
        for n, (film, some) in enumerate(missing.items(), 1):
            path = paths.get(film)
            if path is None:
                raise CorpusError(
                    f"the corpus has no file of the film {film!r}, which {self._model.look_name} looks at; import "
                    "the corpus again with the folder of its films, --films FOLDER"
                )
            n_frames = self._model.n_frames
            found = sampled_frames(self._corpus.folder / path, [clip.span for clip in some], n_frames=n_frames)
            short += [clip.id for clip, (_, n_own) in zip(some, found, strict=True) if n_own < n_frames]
            new |= {clip.id: self._look(frames) for clip, (frames, _) in zip(some, found, strict=True)}
            self._progress("looking at videos", n / len(missing))
            if n % _PART == 0 or n == len(missing):
                self._keep(new)
                new = {}
        if short:
            self._announce(
                f"videos with fewer frames than the model's {self._model.n_frames}: {len(short)}, the first is "
                f"{short[0]!r}; their frames repeat"
            )

    def look_at_stills(self, stills: Sequence[Still]) -> None:
        """Look at pictures that were not looked at before, each as a video that repeats it (section 5.1).

        Raises:
            RecordError: when a picture cannot be read.
            OutputError: when the corpus's folder cannot be written.
        """
        missing = [still for still in stills if still.id not in self._seen]
        new: dict[str, NDArray[np.float16]] = {}
        for n, still in enumerate(missing, 1):
            picture = read_picture(self._corpus.folder / still.path)
            new[still.id] = self._look(np.repeat(picture[None], self._model.n_frames, axis=0))
            self._progress("looking at pictures", n / len(missing))
            if n % (_PART * _PART) == 0 or n == len(missing):
                self._keep(new)
                new = {}

    def _look(self, frames: Image) -> NDArray[np.float16]:
        return np.asarray(self._model.look(frames).half().cpu().numpy(), np.float16)

    def _keep(self, new: dict[str, NDArray[np.float16]]) -> None:
        if new:
            write_arrays(self._folder / f"{len(self._seen):06d}-{len(new):04d}.safetensors", new)
            self._seen |= {id: torch.from_numpy(array) for id, array in new.items()}
