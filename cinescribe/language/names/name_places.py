"""Where people's names occur in a text, and whether each occurrence certainly means the person.

A name may also be a word: `Rose petals fall.` is not about Rose. Such places are found too, but are not certain, so
that a person can be asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from cinescribe.language import names as of_names  # what needs WordNet is loaded when a text has a name
from cinescribe.language.names.elision import ELIDING
from cinescribe.language.names.name_words import MONTHS, PLACE_NAMES, TITLES
from cinescribe.language_tags import base_language

_CAPITAL_NOUNS = frozenset(("de", "lb"))  # languages that write nouns with a capital
_NO_FORMS: Mapping[str, str] = {}
_Place = tuple[int, int]  # first character and the one after the last

# A word goes on after a hyphen, an apostrophe with letters, and an accent that is a character of its own.
_START = r"(?<!\w)(?<!\w[-'\u2019\u2010\u2011])"
# In languages that shorten words before vowels, a name may follow one: `d'Anna`, `qu'Anna`.
_ELIDED_START = rf"(?:{_START}|(?<=\b[cdjlmnstCDJLMNST]['\u2019])|(?<=\b[qQ]u['\u2019]))"
_END = r"(?![\w\u0300-\u036f])(?![-\u2010\u2011]\w)(?!['\u2019](?!s\b)\w)"
_STOPS = frozenset(".!?")
_MARKS = "\"'\u2018\u2019\u201c\u201d\u00ab\u00bb()[]"  # between two sentences: `He said: "Stop." "Why?"`
_NEAR = 50  # characters before a place that are looked at, so that long texts take no longer for each name
_POSSESSIVE = re.compile(r"['\u2019]s\b")
_NEXT_WORD = re.compile(r"\s+([^\W\d_]+)")
_LAST_WORD = re.compile(r"([^\W\d_]+)\.?\s+$")
_AFTER_COLON = re.compile(r"[:;\u2013\u2014]\s*$")  # where a text goes on as in a new sentence
_ARTICLES = frozenset(("a", "an", "the"))


@dataclass(frozen=True)
class NamePlace:
    """A place in a text where a name occurs.

    Args:
        place: where.
        old: the name, as it was searched.
        is_certain: whether it surely means the person.
        is_likely: whether it probably does.
    """

    place: _Place
    old: str
    is_certain: bool
    is_likely: bool


def name_places(
    text: str,
    names: Collection[str],
    *,
    others: Collection[str] = (),
    read: Sequence[_Place] = (),
    forms: Mapping[str, str] = _NO_FORMS,
    language: str = "en",
) -> tuple[NamePlace, ...]:
    """Return where names occur in a text, as whole words, in order.

    Args:
        text: sentences.
        names: what to look for; also with a capital, as at the start of a sentence. Of two that overlap, the longer.
        others: names of other people, in which none of `names` is looked for: `Anna` in `Anna Li`.
        read: places that are read from the screen, which belong to the film; nothing there is certain, or likely.
        forms: the nominative of names in a case, which show whether they may be other words.
        language: of the text, as BCP 47 tag.

    Raises:
        LanguageError: when it is no tag of a language.
    """
    wanted = spellings(names)
    start = _ELIDED_START if base_language(language) in ELIDING else _START
    pattern = names_pattern({**dict.fromkeys(spellings(others), ""), **wanted}, start=start)
    if pattern is None:
        return ()
    known = frozenset(word for name in (*names, *others) for word in name.split())
    found = []
    for match in pattern.finditer(text):
        old = wanted.get(_spaced(match[0]))
        if old is not None:
            is_read = any(start < match.end() and match.start() < end for start, end in read)
            is_certain = not is_read and _is_certain(text, match.span(), known, forms, language)
            is_likely = is_certain or (not is_read and of_names.means_person(text, *match.span()))
            found.append(NamePlace(match.span(), old, is_certain, is_likely))
    return tuple(found)


def spellings(names: Collection[str]) -> dict[str, str]:
    """Return each name by its spellings: as it is, and as a sentence begins with it."""
    return {capital(name): name for name in names if name} | {name: name for name in names if name}


def names_pattern(names: Collection[str], *, start: str = _START) -> re.Pattern[str] | None:
    """Return a pattern of whole names, longest first; None without names.

    Args:
        names: to look for.
        start: pattern of the place where one may begin.
    """
    return _pattern(tuple(sorted(names, key=lambda name: (-len(name), name))), start) if names else None


def begins_sentence(text: str, at: int) -> bool:
    """Whether the word at a place begins a sentence."""
    # By places, not by the text before them: a text may have as many names as words.
    words = _end_before(text, _end_before(text, at, _MARKS.__contains__), str.isspace)
    if words == 0:
        return True
    end = _end_before(text, words, _MARKS.__contains__)
    return words < at and text[end - 1 : end] in _STOPS and not _has_title(text, at)


def _end_before(text: str, at: int, is_left_out: Callable[[str], bool]) -> int:
    """The place after the last letter before `at` that is not left out."""
    while at and is_left_out(text[at - 1]):
        at -= 1
    return at


def capital(text: str) -> str:
    """Return a text with a capital at its start."""
    return text[:1].upper() + text[1:]


@lru_cache(maxsize=64)
def _pattern(names: tuple[str, ...], start: str) -> re.Pattern[str]:
    either = "|".join(re.escape(name).replace(r"\ ", r"\s+") for name in names)
    return re.compile(f"{start}(?:{either}){_END}")


def _spaced(name: str) -> str:
    return " ".join(name.split())


def _is_certain(text: str, place: _Place, known: Collection[str], forms: Mapping[str, str], language: str) -> bool:
    name = _spaced(text[slice(*place)])
    if any(letter.isdigit() for letter in name):  # a label: P1, person 1
        return True
    is_before_noun = name in forms and base_language(language) in _CAPITAL_NOUNS  # `Annas Hand`
    if not is_before_noun and _is_part_of_name(text, place, known):
        return False
    if not of_names.is_also_word(forms.get(name, name)):
        return True
    at = place[0]
    if begins_sentence(text, at) or _AFTER_COLON.search(text, max(at - _NEAR, 0), at) or not name[0].isupper():
        return False
    before = _last_word(text, at)
    if before.lower() in _ARTICLES or _is_capital_inside(text, at, before, known):
        return False
    is_place_or_month = name in MONTHS or name in PLACE_NAMES
    return not is_place_or_month or _POSSESSIVE.match(text, place[1]) is not None


def _is_part_of_name(text: str, place: _Place, known: Collection[str]) -> bool:
    """Whether a further word with a capital follows, which makes another name: `Anna Karenina`, `Rose Street`."""
    after = _NEXT_WORD.match(text, place[1])
    return after is not None and after[1][0].isupper() and after[1] not in known


def _is_capital_inside(text: str, at: int, before: str, known: Collection[str]) -> bool:
    """Whether the word before has a capital though it begins no sentence, and is no title or name: `Cotton Candy`."""
    if not before[:1].isupper() or before in known or before in TITLES:
        return False
    return not begins_sentence(text, text.rindex(before, 0, at))


def _last_word(text: str, at: int) -> str:
    found = _LAST_WORD.search(text, max(at - _NEAR, 0), at)
    return found[1] if found else ""


def _has_title(text: str, at: int) -> bool:
    return _last_word(text, at) in TITLES
