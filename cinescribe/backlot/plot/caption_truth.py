"""What a caption says of a Backlot clip: its templates read backwards, to judge captioners by what is true."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from cinescribe.backlot.plan.phrases import PLACE_WORDS, TEMPLATES, article
from cinescribe.backlot.plan.plan import THINGS
from cinescribe.backlot.plan.truth import FilmedClip
from cinescribe.errors import ScoreError

_PERSON = r"P\d+"
_PLACE = "|".join(PLACE_WORDS)


@dataclass(frozen=True)
class Said:
    """What a caption says.

    Args:
        action: name of the action that its first sentence tells; None where that is of no template.
        thing: what it is done with, where the sentence names one.
        place: the first place that the caption names.
    """

    action: str | None
    thing: str | None
    place: str | None


@dataclass(frozen=True)
class Truthfulness:
    """How often captions say what is so.

    Args:
        action: share of all captions whose first sentence tells what is done.
        thing, place: share right of the captions that name one; None where none does.
        n_captions, n_things, n_places: how many there are of each.
    """

    action: float
    thing: float | None
    place: float | None
    n_captions: int
    n_things: int
    n_places: int


def said(caption: str) -> Said:
    """What a caption says, people as `P1` on.

    A sentence that tells an action as no template does counts as telling none: captioners learn from templates alone.
    """
    first = caption.split(".", 1)[0] + "."
    place = re.search(rf"\b({_PLACE})\b", caption)
    for action, pattern in _patterns():
        if found := pattern.fullmatch(first):
            return Said(action, found.groupdict().get("thing"), place and place[1])
    return Said(None, None, place and place[1])


def truthfulness(captions: Mapping[str, str], truth: Mapping[str, FilmedClip]) -> Truthfulness:
    """How often captions say what is so.

    Args:
        captions: by clip.
        truth: by clip.

    Raises:
        ScoreError: when there is no caption, or one is of a clip whose truth is not known.
    """
    unknown = next((clip for clip in captions if clip not in truth), None)
    if unknown is not None or not captions:
        raise ScoreError(
            f"a caption of {unknown!r} came, whose truth is not known; give that of its film"
            if unknown is not None
            else "no caption came; give one or more"
        )
    pairs = [(said(text), truth[clip]) for clip, text in captions.items()]
    things = [one.thing == true.thing for one, true in pairs if one.thing is not None]
    places = [one.place == true.place for one, true in pairs if one.place is not None]
    action = sum(one.action == true.action for one, true in pairs) / len(pairs)
    return Truthfulness(action, _share(things), _share(places), len(pairs), len(things), len(places))


def _share(right: list[bool]) -> float | None:
    return sum(right) / len(right) if right else None


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Each template as a pattern, with its action; no caption of Backlot's is of two."""
    return tuple((action, _pattern(text)) for action, templates in TEMPLATES.items() for text, *_ in templates)


def _pattern(template: str) -> re.Pattern[str]:
    """A template with its slots open, behind any opening: `At night, P1 waves.`, `In the park, P1 waves.`"""
    words = PLACE_WORDS.values()
    at = _one_of(place.at for place in words)
    slots = {
        "a": _PERSON, "b": _PERSON, "o": _things(), "it": "(?:it|them)", "his": "(?:his|her)",
        "himself": "(?:himself|herself)", "place": f"(?:{_PLACE})", "at": f"(?: {at})?",
        "into": _one_of(place.into for place in words), "through": _one_of(place.through for place in words),
    }  # fmt: skip
    parts = re.split(r"\{(\w+)\}", template)  # words and slots by turns
    body = "".join(slots[part] if n % 2 else re.escape(part) for n, part in enumerate(parts))
    opening = rf"(?:At night, |{_one_of(place.at[0].upper() + place.at[1:] for place in words)}, )?"
    return re.compile(opening + body)


def _things() -> str:
    """A thing with its article; one is named once in a template."""
    by_length = sorted(THINGS, key=len, reverse=True)
    articles = _one_of(dict.fromkeys(article(thing).removesuffix(thing) for thing in THINGS))
    return f"{articles}(?P<thing>{'|'.join(map(re.escape, by_length))})"


def _one_of(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(map(re.escape, words))})"
