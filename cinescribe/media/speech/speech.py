"""Finds speech in films: subtitles merged with the output of a voice detector."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from os import PathLike

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional as F

from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.media.film.resample import Samples, Sound
from cinescribe.media.sound.sound_blocks import BlockBuffer
from cinescribe.media.speech.silero import CONTEXT, PIECE, RATE_HZ, LstmState, SileroNet, load_silero
from cinescribe.media.speech.subtitles import embedded_subtitles, read_subtitles
from cinescribe.schema import Speech
from cinescribe.timing import Seconds, Span, between, joined

# Low, since a description over dialogue is worse than a missed gap (measured on film dialogue: precision .97, recall
# .94; the detector's own defaults are .5 and .35).
BEGINS, ENDS = 0.15, 0.08  # probability
PADDING: Seconds = 0.15
PAUSE: Seconds = 1.0  # shorter pauses are part of speech
EVIDENCE: Seconds = 0.1  # expected speech: a plucked string reaches .09, a short word .2 and more
GAIN = 2.0  # film dialogue is softer than the training data: recall .88 -> .95 on an old film
SLIVER: Seconds = 0.05  # shorter rests between two subtitles come from rounded times
PIECES_AT_ONCE = 256  # 8 s of sound

_PIECE_SECONDS: Seconds = PIECE / RATE_HZ


class VoiceDetector:
    """A `SoundSink` that detects speech with silero-vad; it needs a few bytes per second of film."""

    def __init__(self, net: SileroNet | None = None) -> None:
        self._net = net or load_silero()
        self._blocks = BlockBuffer(PIECES_AT_ONCE * PIECE, RATE_HZ)
        self._context = torch.zeros(CONTEXT)
        self._state: LstmState | None = None
        self._probabilities = array("f")
        self._n_samples = 0

    @property
    def wants(self) -> Sound:
        """16 kHz, mono."""
        return Sound(RATE_HZ)

    def take(self, start: Seconds, samples: Samples) -> None:
        """Process the next samples, (1, n)."""
        for block in self._blocks.push(start, samples):
            self._process(block[0])

    def speech(self) -> tuple[Speech, ...]:
        """Return the speech that was detected; call it at the end of the film."""
        last = self._blocks.flush()
        if last is not None:
            self._process(last[0])
        whole = Span(0.0, self._n_samples / RATE_HZ)
        spans = speech_spans(np.asarray(self._probabilities), whole)
        return tuple(Speech(span, "vad") for span in spans)

    def _process(self, samples: NDArray[np.float32]) -> None:
        self._n_samples += len(samples)
        sound = torch.from_numpy(np.float32(GAIN) * samples)
        sound = torch.cat([self._context, F.pad(sound, (0, -len(sound) % PIECE))])
        self._context = sound[-CONTEXT:].clone()
        n_threads = torch.get_num_threads()
        torch.set_num_threads(1)  # the pieces are small: more threads would only wait
        with torch.inference_mode():
            probabilities, self._state = self._net(sound.unfold(0, CONTEXT + PIECE, PIECE), self._state)
        torch.set_num_threads(n_threads)
        self._probabilities.frombytes(probabilities.numpy().tobytes())


def speech_spans(probabilities: NDArray[np.float32], within: Span) -> list[Span]:
    """Return the spans of speech, from one probability per 32 ms, clipped to `within`.

    Speech begins at `BEGINS` and lasts until the probability falls under `ENDS`; spans with short pauses are joined,
    and the probabilities of a span must add up to `EVIDENCE`.
    """
    edges = np.flatnonzero(np.diff(probabilities >= ENDS, prepend=False, append=False)).tolist()
    runs = []
    for first, after in zip(edges[::2], edges[1::2], strict=True):
        likely = np.flatnonzero(probabilities[first:after] >= BEGINS).tolist()
        if likely:
            runs.append(Span((first + likely[0]) * _PIECE_SECONDS, after * _PIECE_SECONDS).padded(PADDING))
    spans = [inside for span in joined(runs, pause=PAUSE) if (inside := span.within(within))]
    return [span for span in spans if _evidence(probabilities, span) >= EVIDENCE]


def _evidence(probabilities: NDArray[np.float32], span: Span) -> Seconds:
    """Return the expected length of speech in a span."""
    first, after = (round(time / _PIECE_SECONDS) for time in (span.start, span.end))
    return float(probabilities[first:after].sum()) * _PIECE_SECONDS


def film_speech(
    path: str | PathLike[str],
    *,
    subtitles: str | PathLike[str] | None = None,
    progress: Callable[[Seconds], None] | None = None,
) -> tuple[Speech, ...]:
    """Return all speech of a film: its subtitles, or those of a file, merged with detected speech.

    Args:
        path: the film.
        subtitles: a subtitle file to use in place of the subtitles in the film.
        progress: called regularly with the second that was reached.

    Raises:
        FilmError: when the film cannot be read.
        SubtitleError: when the subtitle file cannot be read.

    Example:
        >>> film_speech("film.mp4", subtitles="film.srt")[0].text  # doctest: +SKIP
        'Hildy!'
    """
    film = probe(path)
    written = embedded_subtitles(film) if subtitles is None else read_subtitles(subtitles)
    if film.first("audio") is None:
        return merge_speech(written, ())
    detector = VoiceDetector()
    read_through(film, sounds=(detector,), progress=progress)
    return merge_speech(written, detector.speech())


def merge_speech(subtitles: Sequence[Speech], detected: Sequence[Speech]) -> tuple[Speech, ...]:
    """Return all speech in order: the subtitles, and the detected speech outside them."""
    spans = [speech.span for speech in subtitles]
    parts = [speech.replace(span=part) for speech in detected for part in between(spans, speech.span)]
    added = [part for part in parts if part.span.duration >= SLIVER]
    return tuple(sorted((*subtitles, *added), key=lambda speech: speech.span))
