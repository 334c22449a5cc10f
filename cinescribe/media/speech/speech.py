"""Finds speech in films: subtitles merged with the output of a voice detector."""

from __future__ import annotations

import logging
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from os import PathLike

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional as F

from cinescribe.media.film.probe import probe
from cinescribe.media.film.read import read_through
from cinescribe.media.film.resample import Samples, Sound
from cinescribe.media.sound.sound_blocks import BlockBuffer
from cinescribe.media.speech.film_subtitles import subtitles_of_film
from cinescribe.media.speech.silero import CONTEXT, PIECE, SILERO_RATE_HZ, LstmState, SileroNet, load_silero
from cinescribe.media.speech.subtitle_offset import on_film_clock
from cinescribe.media.speech.subtitles import Subtitles, subtitles_of_file
from cinescribe.media.speech.voice_views import N_VIEWS, is_worth_hearing, voice_views
from cinescribe.schema import Film, Speech
from cinescribe.timing import Seconds, Span, between, joined

# Low, since a description over dialogue is worse than a missed gap (measured on film dialogue: precision .97, recall
# .94; the detector's own defaults are .5 and .35).
BEGINS, ENDS = 0.15, 0.08  # probability
_PADDING: Seconds = 0.15
_PAUSE: Seconds = 1.0  # shorter pauses are part of speech
EVIDENCE_LENGTH: Seconds = 0.1  # expected speech: a plucked string reaches .09, a short word .2 and more
_GAIN = 2.0  # film dialogue is softer than the training data: recall .88 -> .95 on an old film
SLIVER: Seconds = 0.05  # shorter rests between two subtitles come from rounded times
PIECES_AT_ONCE = 256  # 8 s of sound

# Certain speech: the defaults of silero-vad's `get_speech_timestamps`.
CERTAIN_BEGINS, CERTAIN_ENDS = 0.5, 0.35  # probability
CERTAIN_SHORTEST: Seconds = 0.25
CERTAIN_PAUSE: Seconds = 0.1

# Subtitles that hold less than half of the known speech are partial: forced ones, or those of another cut.
MOST = 0.5
# The longest subtitle (Netflix, Timed Text Style Guide): whole subtitles may leave out a line, a scream or a song, but
# a passage of speech that no subtitle could hold is a hole in them.
_LONGEST_SUBTITLE: Seconds = 7.0
_NEAR: Seconds = 0.5  # subtitles may begin and end this far from the voice (Amara's guidelines)
LONGEST_REST: Seconds = 2.0  # of detected speech without words beside a line of a transcriber, that may be a pause

_PIECE_SECONDS: Seconds = PIECE / SILERO_RATE_HZ

_log = logging.getLogger(__name__)


class VoiceDetector:
    """A `SoundSink` that detects speech with silero-vad; it needs a few bytes per second of film.

    It analyses the whole sound, and for certain speech also parts of it in which a voice may be isolated.
    """

    def __init__(self, net: SileroNet | None = None) -> None:
        net = net or load_silero()
        self._blocks = BlockBuffer(PIECES_AT_ONCE * PIECE, SILERO_RATE_HZ)
        self._views = [_Listener(net) for _ in range(N_VIEWS)]
        self._n_samples = 0

    @property
    def wants(self) -> Sound:
        """16 kHz, the views of `voice_views`."""
        return Sound(SILERO_RATE_HZ, N_VIEWS, voice_views)

    def take(self, start: Seconds, samples: Samples) -> None:
        """Process the next samples, (N_VIEWS, n): the whole, and parts of it."""
        for block in self._blocks.push(start, samples):
            self._process(block)

    def speech(self) -> tuple[Speech, ...]:
        """Return all speech that was detected; call it at the end of the film."""
        whole = self._flushed()
        alone = [span.padded(_PADDING) for view in self._views[1:] for span in certain_spans(view.probabilities, whole)]
        spans = joined((*speech_spans(self._views[0].probabilities, whole), *alone), pause=_PAUSE)
        return tuple(Speech(inside, "vad") for span in spans if (inside := span.within(whole)))

    def certain_speech(self) -> tuple[Speech, ...]:
        """Return the speech that is certain, without short pauses; call it at the end of the film."""
        whole = self._flushed()
        spans = joined(span for view in self._views for span in certain_spans(view.probabilities, whole))
        return tuple(Speech(span, "vad") for span in spans)

    def _flushed(self) -> Span:
        last = self._blocks.flush()
        if last is not None:
            self._process(last)
        return Span(0.0, self._n_samples / SILERO_RATE_HZ)

    def _process(self, block: Samples) -> None:
        self._n_samples += block.shape[1]
        whole, *parts = block
        self._views[0].hear(whole)
        for view, part in zip(self._views[1:], parts, strict=False):
            if is_worth_hearing(part, whole):
                view.hear(part)
            else:
                view.pass_over(part)


class _Listener:
    """The probabilities of speech in one sound; its blocks are heard, or passed over."""

    def __init__(self, net: SileroNet) -> None:
        self._net = net
        self._context = torch.zeros(CONTEXT)
        self._state: LstmState | None = None
        self._probabilities = array("f")

    @property
    def probabilities(self) -> NDArray[np.float32]:
        """One per 32 ms, (T,)."""
        return np.asarray(self._probabilities, np.float32)

    def pass_over(self, samples: NDArray[np.float32]) -> None:
        """Take no speech in the next block, and start again after it."""
        self._context, self._state = torch.zeros(CONTEXT), None
        self._probabilities.extend([0.0] * -(-len(samples) // PIECE))

    def hear(self, samples: NDArray[np.float32]) -> None:
        """Listen to the next block."""
        sound = torch.from_numpy(np.float32(_GAIN) * samples)
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
    and the probabilities of a span must add up to `EVIDENCE_LENGTH`.
    """
    runs = (run.padded(_PADDING) for run in _runs(probabilities, BEGINS, ENDS))
    spans = [inside for span in joined(runs, pause=_PAUSE) if (inside := span.within(within))]
    return [span for span in spans if _evidence(probabilities, span) >= EVIDENCE_LENGTH]


def certain_spans(probabilities: NDArray[np.float32], within: Span) -> list[Span]:
    """Return the spans of certain speech, by the defaults of silero-vad, clipped to `within`.

    Args:
        probabilities: one per 32 ms, (T,).
        within: the film.
    """
    runs = joined(_runs(probabilities, CERTAIN_BEGINS, CERTAIN_ENDS), pause=CERTAIN_PAUSE)
    return [inside for run in runs if run.duration >= CERTAIN_SHORTEST and (inside := run.within(within))]


def _runs(probabilities: NDArray[np.float32], begins: float, ends: float) -> Iterator[Span]:
    """Yield the spans that start at a probability of `begins` and last until it falls under `ends`."""
    edges = np.flatnonzero(np.diff(probabilities >= ends, prepend=False, append=False)).tolist()
    for first, after in zip(edges[::2], edges[1::2], strict=True):
        likely = np.flatnonzero(probabilities[first:after] >= begins).tolist()
        if likely:
            yield Span((first + likely[0]) * _PIECE_SECONDS, after * _PIECE_SECONDS)


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
    written = written_speech(film, subtitles)
    for remark in written.remarks:
        _log.warning(remark)
    detector = VoiceDetector()
    if film.track("audio") is not None:
        read_through(film, sounds=(detector,), progress=progress)
    return merge_speech(written.speech, detector.speech(), certain=detector.certain_speech(), sounds=written.sounds)


def written_speech(film: Film, subtitles: str | PathLike[str] | None) -> Subtitles:
    """Return what a subtitle file says on the clock of a film, or else the film's own subtitles.

    Raises:
        FilmError: when the film cannot be opened.
        SubtitleError: when the subtitles cannot be read.
    """
    if subtitles is None:
        return subtitles_of_film(film)
    return on_film_clock(subtitles_of_file(subtitles), film.duration, name=str(subtitles))


def merge_speech(
    subtitles: Sequence[Speech],
    detected: Sequence[Speech],
    *,
    certain: Sequence[Speech],
    sounds: Sequence[Span] = (),
    heard: Sequence[Speech] = (),
) -> tuple[Speech, ...]:
    """Return all speech in order: the subtitles, and heard and detected speech where they are silent.

    Subtitles are the truth about speech. To whole subtitles, only certain speech is added: beside a subtitle, whose
    times may be inexact, and passages that are longer than any subtitle. To partial subtitles, and without subtitles,
    what a transcriber heard is added, and all other detected speech.

    Args:
        subtitles: the speech of the subtitles.
        detected: all speech of the voice detector.
        certain: its certain speech.
        sounds: when the subtitles name a sound, music or a song; nothing is added there.
        heard: the lines of a transcriber; left out beside whole subtitles.
    """
    cues = joined((*(speech.span for speech in subtitles), *sounds))
    if cues and are_whole(subtitles, certain=certain, sounds=sounds):
        certainly = [part for one in certain for part in between(cues, one.span)]
        near = joined(speech.span.padded(_NEAR) for speech in subtitles)
        silences = between(cues, Span(0.0, max((part.end for part in certainly), default=0.0)))
        beside = [part for one in certainly for span in near if (part := one.within(span))]
        added = joined((*beside, *(part for silence in silences for part in _passages(certainly, silence))))
        return _in_order(subtitles, (Speech(part, "vad") for part in added if part.duration >= SLIVER))
    if not cues and not heard:
        return _in_order(detected)
    lines = [line.replace(span=part) for line in heard if (part := _unsaid(line.span, cues)) is not None]
    taken = joined((*cues, *(line.span for line in lines)))
    rests = [part for one in detected for part in between(taken, one.span) if part.duration >= SLIVER]
    return _in_order(subtitles, _with_rests(lines, rests, certain))


def are_whole(subtitles: Sequence[Speech], *, certain: Sequence[Speech], sounds: Sequence[Span] = ()) -> bool:
    """Whether subtitles hold at least as much of the known speech as they leave out; no subtitles are not whole.

    Args:
        subtitles: the speech of the subtitles.
        certain: the certain speech of the voice detector.
        sounds: when the subtitles name a sound, music or a song.
    """
    cues = joined((*(speech.span for speech in subtitles), *sounds))
    left_out = _length(part for one in certain for part in between(cues, one.span))
    return bool(cues) and left_out * MOST <= _length(cues) * (1 - MOST)


def _in_order(*speech: Iterable[Speech]) -> tuple[Speech, ...]:
    return tuple(sorted(chain(*speech), key=lambda one: one.span))


def _unsaid(span: Span, cues: Sequence[Span]) -> Span | None:
    """The longest part of a line that no subtitle says; None if that is not most of it."""
    part = max(between(cues, span), key=lambda part: part.duration, default=None)
    return part if part is not None and part.duration > MOST * span.duration else None


def _with_rests(lines: Sequence[Speech], rests: Sequence[Span], certain: Sequence[Speech]) -> list[Speech]:
    """Lines and the detected speech that is in none of them.

    What was heard has no words in a short rest beside a line: it belongs to the line as far as times may be inexact,
    and else is speech only where that is certain. A long one stays, since words may have been missed.
    """
    starts, ends = ({getattr(line.span, edge): n for n, line in enumerate(lines)} for edge in ("start", "end"))
    spans, others = [line.span for line in lines], list[Span]()
    for rest in rests:
        before, after = ends.get(rest.start), starts.get(rest.end)
        if (before is None and after is None) or rest.duration > LONGEST_REST:
            others.append(rest)
            continue
        room = _NEAR if rest.duration > _NEAR else rest.duration
        inside = [rest.start, rest.end]
        if before is not None:
            inside[0] = rest.start + room
            spans[before] = Span(spans[before].start, inside[0])
        if after is not None and inside[0] < rest.end:
            inside[1] = max(rest.end - room, inside[0])
            spans[after] = Span(inside[1], spans[after].end)
        others += [part for one in certain if (part := one.span.within(Span(*inside))) and part.duration >= SLIVER]
    grown = [line.replace(span=span) for line, span in zip(lines, spans, strict=True)]
    return [*grown, *(Speech(span, "vad") for span in others)]


def _passages(speech: Sequence[Span], silence: Span) -> Iterator[Span]:
    """Yield the speech in a silence that belongs to passages with more speech than the longest subtitle.

    Rests in a passage are shorter than the longest subtitle; short pauses are closed.
    """
    inside = [part for one in speech if (part := one.within(silence))]
    for passage in joined(inside, pause=_LONGEST_SUBTITLE):
        parts = [part for part in inside if part.within(passage)]
        if _length(parts) > _LONGEST_SUBTITLE:
            yield from joined(parts, pause=_PAUSE)


def _length(spans: Iterable[Span]) -> Seconds:
    return sum(span.duration for span in spans)
