"""The wordings of a caption that may be spoken, and how long a voice takes for them."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from cinescribe.export.tracks.cue_time_limits import faster_rates
from cinescribe.media.voice.voice import Voice
from cinescribe.schema import Caption
from cinescribe.timing import Seconds

PER_SECOND = 1000  # cue times are whole milliseconds, the resolution of the export formats
# Between two sentences: white space, which languages without spaces leave out.
_SENTENCE = re.compile(r"(?<=[.!?\u061f\u06d4\u0964])\s+|(?<=[\u3002\uff01\uff1f])\s*(?=\S)")


@dataclass(frozen=True)
class Wording:
    """What may be spoken for a caption.

    Args:
        text: the words.
        share: of the caption's words that it has.
        whole: the caption's own words.
        until: when it must be finished, since the picture then contradicts it.
        rates: allowed speeds, slowest first.
        left_out: the sentences that it leaves out.
    """

    text: str
    share: float
    whole: str
    until: Seconds = math.inf
    rates: tuple[float, ...] = (1.0,)
    left_out: tuple[str, ...] = ()


def sentences(text: str) -> list[str]:
    """The whole sentences of a caption, in order."""
    return [part for part in _SENTENCE.split(text.strip()) if part]


def wordings(caption: Caption) -> tuple[Wording, ...]:
    """Return the wordings of a caption: as it is, shorter, and each without sentences at its end."""
    texts = (caption.text, *caption.shorter)
    untils = caption.until or (math.inf,) * len(texts)
    rates = (1.0, *faster_rates())
    out: list[Wording] = []
    for text, until in zip(texts, untils, strict=True):
        kept = sentences(text)
        for n in range(len(kept), 0, -1):
            part = text if n == len(kept) else text[: text.index(kept[n], sum(map(len, kept[:n])))].strip()
            out.append(Wording(part, _share(part, caption), caption.text, until, rates, tuple(kept[n:])))
    return tuple(out)


def _share(text: str, caption: Caption) -> float:
    return min(_length(text, like=caption.text) / max(_length(caption.text, like=caption.text), 1), 1.0)


def _length(text: str, *, like: str) -> int:
    """The number of words; of letters where the language puts no spaces between words."""
    return len(text.split()) if " " in like.strip() else len(text)


class Durations:
    """How long a voice takes for texts, in whole milliseconds, rounded up.

    Captions are spoken once at the voice's normal speed. Other wordings and speeds are spoken only where they were
    chosen, since a neural voice is slow; before, they are taken to last as long as their letters and the speed let
    expect.

    Args:
        voice: that speaks.
    """

    def __init__(self, voice: Voice) -> None:
        self._voice = voice
        self._known: dict[tuple[str, float], Seconds] = {}

    def measured(self, text: str, rate: float = 1.0) -> Seconds:
        """Return how long the voice takes."""
        if (text, rate) not in self._known:
            self._known[text, rate] = rounded_up(self._voice.say(text, rate=rate).duration)
        return self._known[text, rate]

    def expected(self, wording: Wording, rate: float) -> Seconds:
        """Return how long the voice takes, or, for a text not yet spoken, how long it should take."""
        known = self._known.get((wording.text, rate))
        if known is not None:
            return known
        normal = self._known.get((wording.text, 1.0))
        if normal is None:
            normal = self.measured(wording.whole) * len(wording.text) / len(wording.whole)
        return rounded_up(normal / rate)

    def is_measured(self, text: str, rate: float) -> bool:
        """Whether the voice has spoken a text at a speed."""
        return (text, rate) in self._known


def rounded_up(time: Seconds) -> Seconds:
    """Return a time in whole milliseconds."""
    return math.ceil(time * PER_SECOND) / PER_SECOND
