"""Finds what in texts tells raters which system wrote them, so that a study may not be blind."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence
from statistics import median

from cinescribe.language.identification.text_language import text_language
from cinescribe.metrics.identity.person_ids import PERSON
from cinescribe.study.kinds.items import StudyItem

# A rater who guesses one of two systems by a mark is right in half of the cases, plus half of this difference.
_LEAST_DIFFERENCE = 0.2
_Z = 2.58  # of a normal distribution: p < .01, two-sided
# Set by hand: twice as many words, by the median, are out of proportion.
_LEAST_RATIO = 2.0

_MARKS: tuple[tuple[str, Callable[[str], object]], ...] = (
    ("ids of people", PERSON.search),
    ("markup or links", re.compile(r"[<>*_#`|{}\[\]\\]|https?:").search),
    ("words in capitals", re.compile(r"\b[A-ZÀ-Þ]{2,}\b").search),
    ("names or other capitalised words", re.compile(r"(?<=[\w,;] )(?!I\b)[A-ZÀ-Þ][a-zß-ÿ]").search),
    ("no capital at the beginning", lambda text: text[:1].islower()),
    ("no full stop or the like at the end", lambda text: text[-1:].isalnum()),
    ("double spaces, or spaces before commas and stops", re.compile(r"\s{2}| [,.;:!?]").search),
)


def betraying_marks(items: Iterable[StudyItem]) -> list[str]:
    """Return a sentence for each mark that sets the texts of one system apart from those of the others.

    Systems are compared under each criterion by the shares of their texts with a mark, by lengths, and by language.

    Args:
        items: of the study, with the texts as raters see them.
    """
    texts: dict[str | None, dict[str, list[str]]] = {}
    for item in items:
        for text in item.texts if not item.gold else ():
            texts.setdefault(text.criterion, {}).setdefault(text.system, []).append(text.text)
    found = [mark for of_system in texts.values() if len(of_system) > 1 for mark in _marks(of_system)]
    return list(dict.fromkeys(found))


def _marks(texts: dict[str, list[str]]) -> list[str]:
    """The marks of the systems, given the texts of each."""
    languages = {system: text_language(own) for system, own in texts.items()}
    found = []
    for system, own in texts.items():
        others = [text for other, its in texts.items() if other != system for text in its]
        found += [
            f"{system}: {name} in {a:.0%} of its texts, in {b:.0%} of the others"
            for name, has in _MARKS
            if _differ(a := _share(own, has), len(own), b := _share(others, has), len(others))
        ]
        words, of_others = (median(len(text.split()) for text in some) for some in (own, others))
        if words >= _LEAST_RATIO * max(1, of_others):
            found.append(f"{system}: {words:g} words a text, the others {of_others:g}")
        rest = {language for other, language in languages.items() if other != system and language}
        if languages[system] and rest and languages[system] not in rest:
            found.append(f"{system}: written in {languages[system]}, the others in {', '.join(sorted(rest))}")
    return found


def _share(texts: Sequence[str], has: Callable[[str], object]) -> float:
    return sum(bool(has(text)) for text in texts) / len(texts)


def _differ(a: float, n_a: int, b: float, n_b: int) -> bool:
    """Whether the first share is above the second one, by more than chance."""
    pooled = (a * n_a + b * n_b) / (n_a + n_b)
    error = math.sqrt(pooled * (1 - pooled) * (1 / n_a + 1 / n_b))
    return a - b >= _LEAST_DIFFERENCE and a - b > _Z * error
