"""Says what was not checked, since the language has no parser or no word lists here."""

from __future__ import annotations

from collections.abc import Iterator

from cinescribe.describe.guidelines.finding import Fault, RuleSetting
from cinescribe.describe.guidelines.languages.language_words import RULES_BY_WORDS, WORD_LANGUAGES, language_words
from cinescribe.describe.guidelines.languages.speaking_rates import speaking_rate
from cinescribe.describe.guidelines.lint_input import LintInput

_ENGLISH = "en"
# Languages in scripts without capitals, by which names are known (Unicode, general categories Lu and Lt).
_NO_CAPITALS = frozenset(
    (
        *("am", "ar", "as", "bn", "bo", "dv", "dz", "fa", "gu", "he", "hi", "ja", "ka", "km", "kn", "ko", "ks", "lo"),
        *("ml", "mr", "my", "ne", "or", "pa", "ps", "sa", "sd", "si", "ta", "te", "th", "ti", "ug", "ur", "yi", "yue"),
        "zh",
    )
)
_BY_CAPITALS = ("name-drift",)
_BY_DETERMINERS = ("name-before-introduction",)
_PARTLY = ("leftovers", "unfinished")


def unchecked(given: LintInput, setting: RuleSetting) -> Iterator[Fault]:
    """Yield one fault that names the rules that were asked for and could not be checked, and why."""
    if given.language == _ENGLISH or not given.cues:
        return
    missing = [*_for_want_of_parser(given), *_for_want_of_words(given), *_for_want_of_letters(given)]
    if missing:
        yield Fault(f"not checked in {given.script.language!r}: {'; '.join(missing)}")


def _for_want_of_parser(given: LintInput) -> Iterator[str]:
    if "tense" in given.asked and not given.parsed:
        yield "tense (install a spaCy pipeline of this language)"


def _for_want_of_words(given: LintInput) -> Iterator[str]:
    if language_words(given.language) is not None:
        return
    rules = [rule for rule in (*RULES_BY_WORDS, *_BY_DETERMINERS) if rule in given.asked]
    if rules:
        yield f"{', '.join(rules)} (there are word lists of {', '.join(WORD_LANGUAGES)})"
    partly = [rule for rule in _PARTLY if rule in given.asked]
    if partly:
        yield f"{' and '.join(partly)} but for marks"


def _for_want_of_letters(given: LintInput) -> Iterator[str]:
    rules = [rule for rule in _BY_CAPITALS if rule in given.asked and given.language in _NO_CAPITALS]
    if rules:
        yield f"{', '.join(rules)} (the script has no capitals)"
    if "rate" in given.asked and speaking_rate(given.language) is None:
        yield "rate (no spaces between words, and no known rate of characters)"
