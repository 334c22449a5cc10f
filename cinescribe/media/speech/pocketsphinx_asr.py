"""Recognition by pocketsphinx, offline, with the English model that comes in its wheel (BSD licence).

A recogniser of 2000's kind: docs/measured.md says how many words it gets wrong. Good for aligning clean narration, not
for a transcript that people read.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pocketsphinx
from numpy.typing import NDArray

from cinescribe.errors import ModelError
from cinescribe.media.speech.asr import RATE_HZ, Heard
from cinescribe.timing import Span

FRAMES_HZ = 100  # frames of the decoder a second
PEAK = 0.3  # of the sound it is given: at full level it hears worse
QUIET = 1e-3  # full scale; below this nothing is said
SILENCE = RATE_HZ // 2  # samples before and after: a word at the very edge of the sound is lost else

_NO_WORD = re.compile(r"<.*>|\[.*\]|\+\+.*\+\+")  # silence, noise, breath
_VARIANT = re.compile(r"\(\d+\)$")  # of a word's pronunciation


class PocketsphinxAsr:
    """pocketsphinx as an `Asr`; small letters, no marks."""

    name = "pocketsphinx-en-us"

    def __init__(self) -> None:
        """Load the model in the wheel.

        Raises:
            ModelError: when the wheel lacks it.
        """
        try:
            self._decoder: Any = pocketsphinx.Decoder(samprate=float(RATE_HZ), loglevel="FATAL")
        except (RuntimeError, ValueError) as error:
            raise ModelError(
                f"pocketsphinx's English model cannot be read ({error}); install pocketsphinx anew"
            ) from error

    def transcribe(self, samples: NDArray[np.float32]) -> tuple[Heard, ...]:
        """The words of some sound; see `Asr`."""
        loudest = float(np.abs(samples).max(initial=0.0))
        if loudest < QUIET:
            return ()  # it hears words in silence
        pcm = np.pad(np.rint(samples * (PEAK / loudest * 32767)).astype(np.int16), SILENCE)
        self._decoder.reinit_feat()  # else what was heard before decides how this sounds
        self._decoder.start_utt()
        self._decoder.process_raw(pcm.tobytes(), False, True)  # no_search, full_utt: the level of all of it is known
        self._decoder.end_utt()
        found = [self._heard(one, len(samples) / RATE_HZ) for one in self._decoder.seg() or ()]
        return tuple(one for one in found if one is not None)

    def _heard(self, segment: Any, duration: float) -> Heard | None:
        if _NO_WORD.fullmatch(segment.word):
            return None
        first, last = (n / FRAMES_HZ - SILENCE / RATE_HZ for n in (segment.start_frame, segment.end_frame + 1))
        start = min(max(first, 0.0), duration)
        span = Span(start, min(max(last, start), duration))
        return Heard(span, _VARIANT.sub("", segment.word), min(max(float(segment.prob), 0.0), 1.0))
