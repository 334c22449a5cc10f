"""Rules of timing: speech, room, rate, the pause between cues, long silence, and another cut of the film."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from cinescribe.describe.guidelines.finding import Fault, RuleSetting
from cinescribe.describe.guidelines.languages.speaking_rates import speaking_rate
from cinescribe.describe.guidelines.lint_input import LintInput
from cinescribe.describe.placement.over_speech import seconds_over_speech
from cinescribe.schema import Cue
from cinescribe.timing import Seconds, Span, between, joined

_WORD = re.compile(r"\w+(?:['\u2019.-]\w+)*")
_MILLISECOND: Seconds = 0.001  # to which files round times
_OF_CUTS = ("split", "not seen")  # kinds of findings
_SHOWN = 40  # letters of a speech that a finding quotes


def speech_overlap(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the cues that are heard for more than `limit` seconds during speech.

    A cue may read over speech that subtitles in the picture translate: such speech lies in a gap.
    """
    speech = joined(part.span for part in given.script.speech)
    gaps = [gap.span for gap in given.script.gaps]
    for text in given.checked:
        seconds = seconds_over_speech(text.span, speech, gaps)
        if seconds > setting.limit:
            yield Fault(f"talks over {_first_words(given, text.span)} for {seconds:.1f} s", text.cue)


def n_words(text: str) -> int:
    """Return the number of words of a text."""
    return len(_WORD.findall(text))


def room(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the cues that take the voice longer than their room; a shorter wording mends them."""
    cues = {cue.id: cue for cue in given.script.cues}
    for misfit in given.misfits:
        yield Fault(misfit.reason, cues[misfit.cue], mend=misfit.shorter)


def rate(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the cues with more than `limit` words a second.

    In another language than the guidelines count in, the limit is as much higher or lower as it is read aloud faster or
    slower; for Chinese and Japanese it is one of characters.
    """
    spoken, counted = speaking_rate(given.language), speaking_rate(given.counted_in)
    if spoken is None or counted is None:
        return
    limit = setting.limit * spoken.per_minute / counted.per_minute
    for text in given.checked if given.has_ends else ():
        seconds, number = text.span.duration + text.cue.pause, spoken.count(text.text)
        if number > limit * (seconds + _MILLISECOND):
            speed = (
                f"{number / seconds:.2f} {spoken.unit} a second" if seconds > _MILLISECOND else "no time to say them"
            )
            words = f"1 {spoken.unit[:-1]}" if number == 1 else f"{number} {spoken.unit}"
            yield Fault(f"{words} in {seconds:.2f} s: {speed}; at most {limit:.3g} a second", text.cue)


def cue_overlap(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the cues that begin before the cue before them ends."""
    for before, cue in _neighbours(given):
        if (seconds := before.span.end - cue.span.start) > _MILLISECOND:
            yield Fault(f"begins {seconds:.2f} s before {before.id} ends", cue)


def cue_pause(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the cues that begin less than `limit` seconds after the cue before them."""
    for before, cue in _neighbours(given):
        seconds = cue.span.start - before.span.end
        if -_MILLISECOND <= seconds < setting.limit - _MILLISECOND:
            yield Fault(f"begins {max(seconds, 0.0):.2f} s after {before.id}: the two are heard as one", cue)


def silence(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the stretches of more than `limit` seconds without speech or description.

    Only where the pauses of the dialogue are known.
    """
    gaps = [gap.span for gap in given.script.gaps]
    heard = [text.span for text in given.cues] + [part.span for part in given.script.speech]
    for free in between(heard, Span(0.0, given.script.film.duration)):
        if free.duration > setting.limit and any(gap.overlap(free) > 0 for gap in gaps):
            yield Fault(f"no speech or description for {free.duration:.0f} s", span=free)


def _neighbours(given: LintInput) -> Iterator[tuple[Cue, Cue]]:
    """Yield each cue and the one after it, unless the film waits for both: then one is heard after the other."""
    if given.has_ends:
        checked = {text.cue.id for text in given.checked}
        for before, cue in pairwise(text.cue for text in given.cues):
            if cue.id in checked and not before.status == cue.status == "extended":
                yield before, cue


def _first_words(given: LintInput, span: Span) -> str:
    """The speech that a span overlaps, quoted if its words are known."""
    dialogue = [part.text for part in given.script.speech if part.text and part.span.overlap(span) > 0]
    if not dialogue:
        return "speech"
    return repr(dialogue[0] if len(dialogue[0]) <= _SHOWN else f"{dialogue[0][:_SHOWN].rstrip()}...")


def other_cut(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the cues that came from another cut, and that a cut touched, if nobody has moved or reworded them since.

    Speech and room are not repeated here: other rules look at them as they are now.
    """
    cues = {text.cue.id: text.cue for text in given.checked}
    for one in given.transferred:
        cue = cues.get(one.cue)
        if one.kind in _OF_CUTS and cue is not None and (cue.span.start, cue.text) == (one.new, one.words):
            yield Fault(f"comes from another cut: {one.text}", cue)
