"""When somebody speaks: what subtitles tell, united with what a voice detector hears."""

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
from cinescribe.media.sound.sound_blocks import Blocks
from cinescribe.media.speech.silero import CONTEXT, PIECE, RATE_HZ, LstmState, SileroNet, load_silero
from cinescribe.media.speech.subtitles import embedded_subtitles, read_subtitles
from cinescribe.schema import Speech
from cinescribe.timing import Seconds, Span, between, joined

# Low, since a description over a spoken word is worse than a gap less (measured on film dialogue: precision .97, recall
# .94; the detector's own defaults are .5 and .35).
BEGINS, ENDS = 0.15, 0.08  # probability
PADDING: Seconds = 0.15
PAUSE: Seconds = 1.0  # a shorter pause within speech is no gap
EVIDENCE: Seconds = 0.1  # the attack of a plucked string passes for speech for as long as .09, a short word .2 and more
GAIN = 2.0  # film dialogue is softer than the recordings the network learnt from: recall .88 -> .95 on an old film
SLIVER: Seconds = 0.05  # a shorter rest between two subtitles is the rounding of their times, not speech of its own
PIECES_AT_ONCE = 256  # 8 s of sound

_PIECE_SECONDS: Seconds = PIECE / RATE_HZ


class VoiceDetector:
    """Hears where there is speech (silero-vad); a `SoundSink` for one film, memory a few bytes a second."""

    def __init__(self, net: SileroNet | None = None) -> None:
        self._net = net or load_silero()
        self._blocks = Blocks(PIECES_AT_ONCE * PIECE, RATE_HZ)
        self._context = torch.zeros(CONTEXT)
        self._state: LstmState | None = None
        self._probabilities = array("f")
        self._n_samples = 0

    @property
    def wants(self) -> Sound:
        """16 kHz, mono."""
        return Sound(RATE_HZ)

    def take(self, start: Seconds, samples: Samples) -> None:
        """Listen to the next samples, (1, n)."""
        for block in self._blocks.put(start, samples):
            self._listen(block[0])

    def speech(self) -> tuple[Speech, ...]:
        """Where there was speech in all that was heard; ask when the film is at its end."""
        last = self._blocks.rest()
        if last is not None:
            self._listen(last[0])
        heard = Span(0.0, self._n_samples / RATE_HZ)
        spans = speech_spans(np.asarray(self._probabilities), heard)
        return tuple(Speech(span, "vad") for span in spans)

    def _listen(self, samples: NDArray[np.float32]) -> None:
        self._n_samples += len(samples)
        sound = torch.from_numpy(np.float32(GAIN) * samples)
        sound = torch.cat([self._context, F.pad(sound, (0, -len(sound) % PIECE))])
        self._context = sound[-CONTEXT:].clone()
        n_threads = torch.get_num_threads()
        torch.set_num_threads(1)  # the pieces are small: more threads only wait for each other
        with torch.inference_mode():
            found, self._state = self._net(sound.unfold(0, CONTEXT + PIECE, PIECE), self._state)
        torch.set_num_threads(n_threads)
        self._probabilities.frombytes(found.numpy().tobytes())


def speech_spans(probabilities: NDArray[np.float32], heard: Span) -> list[Span]:
    """The stretches of speech in a row of probabilities, one each 32 ms, within what was heard.

    Speech begins at `BEGINS` and lasts until the probability falls under `ENDS`; short pauses are joined, and what then
    stands alone must add up to `EVIDENCE`.
    """
    edges = np.flatnonzero(np.diff(probabilities >= ENDS, prepend=False, append=False)).tolist()
    runs = []
    for first, after in zip(edges[::2], edges[1::2], strict=True):
        likely = np.flatnonzero(probabilities[first:after] >= BEGINS).tolist()
        if likely:
            runs.append(Span((first + likely[0]) * _PIECE_SECONDS, after * _PIECE_SECONDS).padded(PADDING))
    spans = [inside for span in joined(runs, pause=PAUSE) if (inside := span.within(heard))]
    return [span for span in spans if _evidence(probabilities, span) >= EVIDENCE]


def _evidence(probabilities: NDArray[np.float32], span: Span) -> Seconds:
    """How long there would be speech if every piece were as sure as it is likely."""
    first, after = (round(time / _PIECE_SECONDS) for time in (span.start, span.end))
    return float(probabilities[first:after].sum()) * _PIECE_SECONDS


def film_speech(
    path: str | PathLike[str],
    *,
    subtitles: str | PathLike[str] | None = None,
    progress: Callable[[Seconds], None] | None = None,
) -> tuple[Speech, ...]:
    """All speech of a film: its own subtitles, or those of a file, united with what is heard.

    Args:
        path: the film.
        subtitles: a subtitle file that stands in for the subtitles in the film.
        progress: told the second that the listening has come to.

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
        return united(written, ())
    detector = VoiceDetector()
    read_through(film, sounds=(detector,), progress=progress)
    return united(written, detector.speech())


def united(subtitles: Sequence[Speech], detected: Sequence[Speech]) -> tuple[Speech, ...]:
    """All speech in order: the subtitles as they are, and what was detected where no subtitle stands."""
    spans = [speech.span for speech in subtitles]
    parts = [speech.replace(span=part) for speech in detected for part in between(spans, speech.span)]
    added = [part for part in parts if part.span.duration >= SLIVER]
    return tuple(sorted((*subtitles, *added), key=lambda speech: speech.span))
