"""The rule against repetition: a cue that says again what an earlier one has said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from cinescribe.describe.guidelines.cue_text import CueText
from cinescribe.describe.guidelines.finding import Fault, RuleSetting
from cinescribe.describe.guidelines.lint_input import LintInput

_CONTENT = frozenset(("NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM", "PRON"))
_MIN_WORDS = 3  # of content; fewer are shared by chance
_WINDOW = 200  # earlier cues that a cue is compared with, about a quarter of an hour of dense description


def repetition(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the cues that share at least `limit` of their words of content with an earlier cue."""
    bags = [_words(text) for text in given.cues]
    for n, (text, words) in enumerate(zip(given.cues, bags, strict=True)):
        if words.total() < _MIN_WORDS:
            continue
        first = max(n - _WINDOW, 0)
        shares = [(_share(words, earlier), at) for at, earlier in enumerate(bags[first:n], first)]
        share, at = max(shares, default=(0.0, 0))
        if share >= setting.limit:
            yield Fault(f"says again what {given.cues[at].cue.id} has said", text.cue)


def _words(text: CueText) -> Counter[str]:
    """The words of content that describe, as base forms, with their counts."""
    return Counter(
        word.lemma for sentence in text.sentences for _, word in sentence.described() if word.pos in _CONTENT
    )


def _share(words: Counter[str], earlier: Counter[str]) -> float:
    """The share of words that two texts have in common, 0 to 1 (Dice)."""
    total = words.total() + earlier.total()
    return 2 * (words & earlier).total() / total if total else 0.0
