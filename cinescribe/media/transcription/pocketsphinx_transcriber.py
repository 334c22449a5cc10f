"""Speech recognition with pocketsphinx, offline, with the English model in its wheel (BSD licence).

It is an old recogniser: see docs/measured.md for its word error rate. It is good enough for aligning clean narration,
but not for transcripts that people read.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pocketsphinx
from numpy.typing import NDArray

from cinescribe.errors import ModelError
from cinescribe.language_tags import is_same_language
from cinescribe.media.transcription.transcriber import TRANSCRIBER_RATE_HZ, HeardWord, Transcription
from cinescribe.timing import Span

FRAMES_HZ = 100  # frames of the decoder per second
_PEAK = 0.3  # peak level of its input: it recognises less at full level
_QUIET = 1e-3  # of full scale; softer sound has no speech
_SILENCE = TRANSCRIBER_RATE_HZ // 2  # samples added before and after: else words at the edges are lost

_LANGUAGE = "en"
_NO_WORD = re.compile(r"<.*>|\[.*\]|\+\+.*\+\+")  # silence, noise, breath
_VARIANT = re.compile(r"\(\d+\)$")  # of pronunciation


class PocketsphinxTranscriber:
    """pocketsphinx as a `Transcriber` of English: lower case, no punctuation."""

    name = "pocketsphinx-en-us"

    def __init__(self) -> None:
        """Load the model in the wheel.

        Raises:
            ModelError: when the wheel has no model.
        """
        try:
            self._decoder: Any = pocketsphinx.Decoder(samprate=float(TRANSCRIBER_RATE_HZ), loglevel="FATAL")
        except (RuntimeError, ValueError) as error:
            raise ModelError(
                f"pocketsphinx's English model cannot be read ({error}); install pocketsphinx again"
            ) from error

    def transcribe(self, samples: NDArray[np.float32], *, language: str | None = None) -> Transcription:
        """Return the words of a sound; see `Transcriber`.

        Raises:
            ModelError: when another language than English is spoken.
        """
        if language is not None and not is_same_language(language, _LANGUAGE):
            raise ModelError(f"pocketsphinx knows English only, and {language!r} is spoken; name another transcriber")
        loudest = float(np.abs(samples).max(initial=0.0))
        if loudest < _QUIET:
            return Transcription()  # it recognises words in silence
        pcm = np.pad(np.rint(samples * (_PEAK / loudest * 32767)).astype(np.int16), _SILENCE)
        self._decoder.reinit_feat()  # else earlier sound changes the normalisation of this one
        self._decoder.start_utt()
        self._decoder.process_raw(
            pcm.tobytes(), False, True
        )  # no_search=False, full_utt=True: normalise by the whole sound
        self._decoder.end_utt()
        words = [self._word(segment, len(samples) / TRANSCRIBER_RATE_HZ) for segment in self._decoder.seg() or ()]
        return Transcription(tuple(word for word in words if word is not None), _LANGUAGE)

    def _word(self, segment: Any, duration: float) -> HeardWord | None:
        if _NO_WORD.fullmatch(segment.word):
            return None
        first, last = (
            n / FRAMES_HZ - _SILENCE / TRANSCRIBER_RATE_HZ for n in (segment.start_frame, segment.end_frame + 1)
        )
        start = min(max(first, 0.0), duration)
        span = Span(start, min(max(last, start), duration))
        return HeardWord(span, _VARIANT.sub("", segment.word), min(max(float(segment.prob), 0.0), 1.0))
