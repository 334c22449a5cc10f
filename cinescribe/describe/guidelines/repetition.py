"""The rule against repetition: a cue that repeats an earlier one."""

from __future__ import annotations

from collections.abc import Iterator

from cinescribe.describe.guidelines.cue_text import CueText
from cinescribe.describe.guidelines.finding import Fault, RuleSetting
from cinescribe.describe.guidelines.lint_input import LintInput

_MIN_WORDS = 3  # of content; fewer are shared by chance
_WINDOW = 200  # earlier cues that a cue is compared with, about a quarter of an hour of dense description


def repetition(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield the cues that share at least `limit` of their words of content with an earlier cue."""
    for n, text in given.checked_at:
        if text.n_content < _MIN_WORDS:
            continue
        first = max(n - _WINDOW, 0)
        shares = [
            (_share(text, earlier), at)
            for at, earlier in enumerate(given.cues[first:n], first)
            if _most(text, earlier) >= setting.limit
        ]
        share, at = max(shares, default=(0.0, 0))
        if shares and share >= setting.limit:
            yield Fault(f"repeats {given.cues[at].cue.id}", text.cue)


def _most(one: CueText, other: CueText) -> float:
    """The share of words that two texts could have in common, by their numbers."""
    return 2 * min(one.n_content, other.n_content) / (one.n_content + other.n_content)


def _share(one: CueText, other: CueText) -> float:
    """The share of words that two texts have in common, 0 to 1 (Dice)."""
    common = one.content.keys() & other.content.keys()
    return 2 * sum(min(one.content[word], other.content[word]) for word in common) / (one.n_content + other.n_content)
