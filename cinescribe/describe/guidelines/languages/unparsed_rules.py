"""Rules that need no parser, only marks and short lists, in languages other than English."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cinescribe.describe.guidelines.cue_text import CueText
from cinescribe.describe.guidelines.finding import Fault, RuleSetting
from cinescribe.describe.guidelines.grammar import RARE, ends_with_read_text, has_end, is_continued
from cinescribe.describe.guidelines.languages.language_words import language_words
from cinescribe.describe.guidelines.lint_input import LintInput

_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")
_CUT = re.compile(r"\w[-\u2010]\W*$")
_MIN_WORDS = 4  # of a cue without an end; shorter ones are often titles


def plain_unfinished(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the cues that end within a sentence, and whose sentence the next cue does not go on with."""
    prose = [text for text in given.cues if text.described.strip()]
    n_open = sum(text.is_open for text in prose)
    for at, text in given.checked_at:
        if not text.described.strip() or ends_with_read_text(text):
            continue
        is_rare = n_open - text.is_open <= RARE * (len(prose) - 1) and len(prose) > 1
        why = _why_unfinished(text, given.language, is_rare=is_rare)
        if why and not (is_continued(given.cues, at) and not has_end(text)):
            yield Fault(f"half a sentence: {why}", text.cue)


def _why_unfinished(text: CueText, language: str, *, is_rare: bool) -> str:
    words, known = _WORD.findall(text.text), language_words(language)
    if _CUT.search(text.text):
        return f"it ends within the word {text.text.split()[-1]!r}"
    if words and known is not None and words[-1] in known.opening:
        return f"it ends in {words[-1]!r}"
    if is_rare and text.is_open and len(words) >= _MIN_WORDS:
        return f"it has no end after {words[-1]!r}"
    return ""
