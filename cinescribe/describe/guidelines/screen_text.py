"""Rules about text in the picture: titles and signs are read, subtitles that translate are voiced."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cinescribe.describe.guidelines.finding import Fault, RuleSetting
from cinescribe.describe.guidelines.lint_input import LintInput
from cinescribe.describe.text_captions import subtitles_translate
from cinescribe.schema import ScreenText
from cinescribe.timing import Seconds

_WORD = re.compile(r"[^\W_]+")
_BEFORE: Seconds = 2.0  # a text may be announced this much before it is seen, as a cue may begin early (Rohrbach 2016)
_CERTAIN = 0.5  # confidence of its letters below which the text finder has mostly seen no text
_MIN_LETTERS = 3  # in one word of the text; less is a mark on a thing


def unread_text(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the titles, signs and credits that no cue reads from `_BEFORE` to `limit` seconds after them."""
    shown = [text for text in given.script.texts if text.kind not in ("subtitle", "watermark") and _is_legible(text)]
    read: set[str] = set()
    for text in shown:
        words = text.text.casefold()
        if words not in read and not _is_read(given, text, after=setting.limit):
            yield Fault(f"a {_NAMES[text.kind]} is not read: {text.text!r}", span=text.span)
        read.add(words)


def unvoiced_subtitles(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the subtitles in the picture that no cue voices, in a film whose sound is in another language."""
    script = given.script
    if not subtitles_translate(script.film, language=script.language):
        return
    for text in script.texts:
        if text.kind == "subtitle" and _is_legible(text) and not _is_read(given, text, after=setting.limit):
            yield Fault(f"a subtitle is not voiced: {text.text!r}", span=text.span)


_NAMES = {"title": "title", "sign": "sign", "credits": "roll of credits"}


def _is_legible(text: ScreenText) -> bool:
    return text.score >= _CERTAIN and any(len(word) >= _MIN_LETTERS for word in _WORD.findall(text.text))


def _is_read(given: LintInput, text: ScreenText, *, after: Seconds) -> bool:
    """Whether a cue near a text has more than half of its words; credits may be summed up in one word."""
    wanted = set(_WORD.findall(text.text.casefold()))
    if text.kind == "credits":
        wanted = {"credits"}
    for cue in given.cues:
        if text.span.start - _BEFORE <= cue.span.start <= text.span.end + after:
            said = set(_WORD.findall(cue.text.casefold()))
            if 2 * len(wanted & said) > len(wanted):
                return True
    return False
