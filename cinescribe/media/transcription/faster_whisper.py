"""Speech recognition with Whisper by faster-whisper, from a folder with a model in CTranslate2 format."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cinescribe.errors import ModelError
from cinescribe.language_tags import base_language, known_language
from cinescribe.media.transcription.transcriber import TRANSCRIBER_RATE_HZ, HeardWord, Transcription
from cinescribe.timing import Span

MODEL_FILES = ("model.bin", "config.json", "tokenizer.json")
BEAMS = 5
LOOPING = 2.4  # a text that zlib makes shorter than this repeats itself (Whisper's own limit)
REPEATED = 4  # tokens in a row that do not come again when a text has looped


class FasterWhisper:
    """Whisper as a `Transcriber`: words with punctuation and capitals. Nothing is downloaded."""

    def __init__(self, folder: Path, *, name: str | None = None, n_threads: int = 1) -> None:
        """Load a model.

        Args:
            folder: with `model.bin`, `config.json` and `tokenizer.json`, like faster-whisper's models on the hub.
            name: name of the model; by default that of the folder, which is a hash in the cache of the hub.
            n_threads: number of threads.

        Raises:
            ModelError: when faster-whisper is not installed, or the folder holds no such model.
        """
        try:
            package = importlib.import_module("faster_whisper")
        except ImportError as error:
            raise ModelError(f"Whisper cannot be used ({error}); pip install cinescribe[whisper]") from error
        folder = Path(folder)
        missing = next((name for name in MODEL_FILES if not (folder / name).is_file()), None)
        if missing is not None:
            raise ModelError(
                f"{str(folder)!r} has no {missing!r}; name a folder with a Whisper model in CTranslate2's format"
            )
        try:
            self._model: Any = package.WhisperModel(
                str(folder), device="cpu", compute_type="int8", cpu_threads=n_threads, local_files_only=True
            )
        except (RuntimeError, ValueError, OSError) as error:
            raise ModelError(
                f"the Whisper model in {str(folder)!r} cannot be read ({error}); fetch it again"
            ) from error
        self.name = f"whisper:{name or folder.name}"

    def transcribe(self, samples: NDArray[np.float32], *, language: str | None = None) -> Transcription:
        """Return the words of a sound; see `Transcriber`."""
        if not len(samples):
            return Transcription()
        known = None if language is None else base_language(language)
        spoken = known if known in self._model.supported_languages else None
        found, info = self._segments(samples, spoken, repeated=0)
        if any(map(_loops, found)):
            found, info = self._segments(samples, spoken, repeated=REPEATED)
        duration = len(samples) / TRANSCRIBER_RATE_HZ
        found = [segment for segment in found if not _loops(segment)]
        words = (word for segment in found for word in segment.words or ())
        return Transcription(
            tuple(_heard(word, duration) for word in words if word.word.strip()),
            known_language(info.language),
            min((float(segment.no_speech_prob) for segment in found), default=1.0),
        )

    def _segments(self, samples: NDArray[np.float32], language: str | None, *, repeated: int) -> tuple[list[Any], Any]:
        """The segments, and what is known of the sound; `repeated`: tokens in a row that do not come again, 0: any."""
        segments, info = self._model.transcribe(
            samples,
            language=language,
            beam_size=BEAMS,
            word_timestamps=True,
            # Conditioning on earlier text leads to repetitions.
            condition_on_previous_text=False,
            temperature=0.0,
            no_repeat_ngram_size=repeated,
        )
        return list(segments), info


def _loops(segment: Any) -> bool:
    return float(segment.compression_ratio) > LOOPING


def _heard(word: Any, duration: float) -> HeardWord:
    start = min(max(float(word.start), 0.0), duration)
    end = min(max(float(word.end), start), duration)
    return HeardWord(Span(start, end), word.word.strip(), float(word.probability))
