"""Rules about text in the picture: titles and signs are read, subtitles that translate are voiced."""

from __future__ import annotations

from collections.abc import Iterator

from cinescribe.describe.guidelines.finding import Fault, RuleSetting
from cinescribe.describe.guidelines.lint_input import LintInput
from cinescribe.describe.text_captions import subtitles_translate
from cinescribe.export.tracks.screen_texts import is_legible, is_read
from cinescribe.schema import ScreenText


def unread_text(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the titles, signs and credits that no cue reads until `limit` seconds after them."""
    shown = [text for text in given.script.texts if text.kind not in ("subtitle", "watermark") and is_legible(text)]
    read: set[str] = set()
    for text in shown:
        words = text.text.casefold()
        if words not in read and not _is_read(given, text, setting):
            yield Fault(f"a {_NAMES[text.kind]} is not read: {text.text!r}", span=text.span)
        read.add(words)


def unvoiced_subtitles(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the subtitles in the picture that no cue voices, in a film whose sound is in another language."""
    script = given.script
    if not subtitles_translate(script.film, language=script.language):
        return
    for text in script.texts:
        if text.kind == "subtitle" and is_legible(text) and not _is_read(given, text, setting):
            yield Fault(f"a subtitle is not voiced: {text.text!r}", span=text.span)


_NAMES = {"title": "title", "sign": "sign", "credits": "roll of credits"}


def _is_read(given: LintInput, text: ScreenText, setting: RuleSetting) -> bool:
    return is_read(text, (cue.cue for cue in given.cues), after=setting.limit)
