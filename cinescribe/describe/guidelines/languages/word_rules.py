"""Rules of wording in languages other than English, by the word lists of the language."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from cinescribe.describe.guidelines.cue_text import CueText, WordSpan
from cinescribe.describe.guidelines.finding import Fault, RuleSetting
from cinescribe.describe.guidelines.languages.language_words import language_words
from cinescribe.describe.guidelines.languages.word_search import WordFinder
from cinescribe.describe.guidelines.lint_input import LintInput

_Check = Callable[[LintInput, RuleSetting], Iterator[Fault]]
_VIEWER = "we-see"
_TALK = "talk"


@lru_cache
def _finders(language: str, rule: str) -> tuple[WordFinder, ...]:
    """What finds the words of a rule; () where the language has no lists."""
    words = language_words(language)
    if words is None:
        return ()
    lists = (words.talk,) if rule == _TALK else words.lists[rule]
    return tuple(WordFinder(one, language, words.verb_forms) for one in lists)


def word_rule(rule: str, says: str) -> _Check:
    """Return the check of a rule that looks for words.

    Args:
        rule: name of the rule.
        says: what a finding says, before the words.
    """

    def check(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
        for text in given.checked:
            places = word_places(text, given.language, rule)
            if places:
                yield Fault(f"{says}: {_quoted(text, places)}", text.cue)

    return check


def person_words(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the cues with a pronoun of the first or second person; `we see` is another rule's."""
    for text in given.checked:
        viewer = word_places(text, given.language, _VIEWER)
        places = [
            place
            for place in word_places(text, given.language, "person")
            if not any(start <= place[0] < end for start, end in viewer)
        ]
        if places:
            yield Fault(f"first or second person: {_quoted(text, places)}", text.cue)


def talk_words(text: CueText, language: str) -> str:
    """Return what a model says to its user in a cue; "" if it says nothing to them."""
    return next((text.text[slice(*place)] for place in word_places(text, language, _TALK)), "")


def word_places(text: CueText, language: str, rule: str) -> list[WordSpan]:
    """Return where a cue's description has words of a rule, in order; those that overlap are one."""
    found = sorted(place for finder in _finders(language, rule) for place in finder.places(text.described))
    out: list[WordSpan] = []
    for start, end in found:
        if out and start < out[-1][1]:
            out[-1] = out[-1][0], max(out[-1][1], end)
        else:
            out.append((start, end))
    return out


def _quoted(text: CueText, places: list[WordSpan]) -> str:
    return ", ".join(repr(re.sub(r"\s+", " ", text.text[slice(*place)])) for place in places)
