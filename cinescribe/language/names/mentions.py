"""Mentions of known people in texts, distinguished from places, months and ordinary words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from cinescribe.errors import CastError
from cinescribe.language.names.name_words import (
    BEFORE_MONTH,
    IN_PLACE,
    MONTHS,
    PLACE_NAMES,
    PLACE_NOUNS,
    TITLES,
    TO_PLACE,
    TRAVEL,
    WORDS,
)
from cinescribe.language.names.names import NamedPerson, form_key, spaced
from cinescribe.language.wordnet.wordnet import wordnet

_TITLE = "|".join(sorted(TITLES, key=len, reverse=True))
_WORD = re.compile(r"[\w'\u2019-]+")
_PARTS = re.compile(r"[.!?:\u2026]|--|\u2014")  # between sentences
_ARTICLES = ("the", "a", "an")
_NEAR = 500  # letters before and after a name that are looked at; long sentences have 300
_TRAVEL_WINDOW = 5  # words before a place that are searched for words of travel
_DATE = re.compile(r",? \d")
_POSSESSIVE = re.compile(r"['\u2019]s?\b|['\u2019]")
# What follows a name at the start of a sentence, other than a verb.
_AFTER_NAMES = re.compile(
    r"\s*$|[.!?,:;]|\s+(?:and|&)\s+(?:the\b|an?\b|his\b|her\b|[A-Z])|"
    r"\s+(?:who|in|at|on|with|behind|beside|under|above|alone|again|\w+ing)\b"
)
_VERB = re.compile(r"\s+(?:(?:\w+ly|then|now|also|just|still|never|both) )?([a-z]+)")
_FINITE = frozenset(("is", "was", "has", "had", "does", "did", "isn", "wasn", "hasn", "doesn", "didn", "can", "cannot"))


@dataclass(frozen=True)
class Mention:
    """A mention of a person in a text.

    Attributes:
        start, end: of the name with its title, without 's; character indices.
        name: `NamedPerson.name` of the person; None for several of one family: the Smiths.
    """

    start: int
    end: int
    name: str | None


class NameFinder:
    """Finds the mentions of given people in texts."""

    def __init__(self, people: Sequence[NamedPerson]) -> None:
        """Build the finder.

        Raises:
            CastError: when two of them share a form.
        """
        self._owners: dict[str, str] = {}
        for person in people:
            for form in person.forms:
                if self._owners.setdefault(form_key(form), person.name) != person.name:
                    raise CastError(
                        f"{form!r} is a form of {self._owners[form_key(form)]!r} and of {person.name!r}; "
                        "give it to one person"
                    )
        forms = sorted({form for person in people for form in person.forms}, key=lambda form: (-len(form), form))
        self._spellings = {spaced(spelling) for form in forms for spelling in (form, form.upper())}
        self._names = _pattern(forms) if forms else None

    def mentions(self, text: str) -> tuple[Mention, ...]:
        """Return the mentions of the people in a text, in order.

        Names match as written and in all capitals. In a text without capitals, as some speech recognisers write, they
        also match in lower case, unless they are words, months or places too. Elsewhere such an ambiguous name counts
        only in the context of a person: `Will opens`, not `Will Anna open`; `kisses Paris`, not `in Paris`.
        """
        if self._names is None:
            return ()
        is_lower = text.islower()
        mentions = (self._mention(text, match, is_lower=is_lower) for match in self._names.finditer(text))
        return tuple(mention for mention in mentions if mention is not None)

    def _mention(self, text: str, found: re.Match[str], *, is_lower: bool) -> Mention | None:
        title, form, start, end = found["title"], found["form"], found.start("form"), found.end("form")
        if is_lower:
            is_clear = not _is_ambiguous(form.title())
            return Mention(start, end, self._owners[form_key(form)]) if is_clear and not found["plural"] else None
        if spaced(form) not in self._spellings:
            return None
        if found["plural"]:
            family = found["the"] is not None and title is None
            return Mention(found.start(), found.end(), None) if family else None
        if title is not None and title[0].isupper():
            return Mention(found.start("title"), end, self._owner(title, form))
        if " " not in form and not means_person(text, start, end):
            return None
        return Mention(start, end, self._owner("", form))

    def _owner(self, title: str, form: str) -> str:
        return self._owners.get(form_key(f"{title} {form}")) or self._owners[form_key(form)]


def means_person(text: str, start: int, end: int) -> bool:
    """Whether a single-word name refers to a person, judging by the words around it."""
    name, after = text[start:end].title(), text[end : end + _NEAR]
    before = [word.lower() for word in _WORD.findall(_PARTS.split(text[max(0, start - _NEAR) : start])[-1])]
    last = before[-1] if before else ""
    following = _WORD.match(after.lstrip())
    if _POSSESSIVE.match(after):
        return last not in _ARTICLES
    if last in _ARTICLES or (following and following[0] in PLACE_NOUNS):
        return False
    if name in MONTHS and (last in BEFORE_MONTH or _DATE.match(after)):
        return False
    if name in PLACE_NAMES and (_is_before_place(before) or _DATE.match(after)):
        return False
    return bool(before) or name not in WORDS | MONTHS or _is_followed_as_name(after)


def _is_before_place(before: Sequence[str]) -> bool:
    """Whether the words before a name mark a place: `in`, or `to` where a person travels."""
    last = before[-1] if before else ""
    travels = not TRAVEL.isdisjoint(before[-1 - _TRAVEL_WINDOW : -1])
    return last in IN_PLACE or (last in TO_PLACE and travels)


def _is_followed_as_name(after: str) -> bool:
    """Whether the text after the first word of a sentence can follow a name rather than an auxiliary or a noun."""
    if _AFTER_NAMES.match(after):
        return True
    verb = _VERB.match(after)
    if verb is None:
        return False
    inflected = any(base != verb[1] for base in wordnet().bases(verb[1], "v"))
    return verb[1] in _FINITE or inflected


def _is_ambiguous(name: str) -> bool:
    return name in WORDS or name in MONTHS or name in PLACE_NAMES


def _pattern(forms: Sequence[str]) -> re.Pattern[str]:
    """A pattern of any form, with an optional title before it, or in the plural after an article."""
    spellings = "|".join(re.escape(form).replace(r"\.", r"\.?").replace(r"\ ", r"\s+") for form in forms)
    return re.compile(
        rf"(?<![\w'\u2019-])(?:(?P<the>the)\s+)?(?:(?P<title>{_TITLE})\.?\s+)?(?P<form>{spellings})(?P<plural>s)?(?![\w-])",
        re.IGNORECASE,
    )
