"""Checks generated captions of Backlot clips against the ground truth, by matching them with the caption templates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from cinescribe.backlot.plan.caption_templates import PLACE_WORDS, TEMPLATES, article
from cinescribe.backlot.plan.plan import THINGS
from cinescribe.backlot.plan.truth import FilmedClip
from cinescribe.errors import ScoreError

_PERSON = r"P\d+"
_PLACE = "|".join(PLACE_WORDS)


@dataclass(frozen=True)
class CaptionFacts:
    """The facts a caption states.

    Args:
        action: action of its first sentence; None where the sentence matches no template.
        thing: the thing that this sentence names, if any.
        place: the first place that the caption names, if any.
    """

    action: str | None
    thing: str | None
    place: str | None


@dataclass(frozen=True)
class Truthfulness:
    """Factual accuracy of captions.

    Args:
        action: share of all captions whose first sentence names the right action.
        thing, place: accuracy among the captions that name a thing or place; None where none does.
        n_captions, n_things, n_places: number of captions, and of those that name a thing or a place.
    """

    action: float
    thing: float | None
    place: float | None
    n_captions: int
    n_things: int
    n_places: int


def caption_facts(caption: str) -> CaptionFacts:
    """Return the facts that a caption states; people are ids (`P1`, `P2`, ...).

    A sentence that matches no template states no action: captioners learn from templates alone.
    """
    first = caption.split(".", 1)[0] + "."
    place = re.search(rf"\b({_PLACE})\b", caption)
    for action, pattern in _patterns():
        if match := pattern.fullmatch(first):
            return CaptionFacts(action, match.groupdict().get("thing"), place and place[1])
    return CaptionFacts(None, None, place and place[1])


def truthfulness(captions: Mapping[str, str], truth: Mapping[str, FilmedClip]) -> Truthfulness:
    """Return the factual accuracy of captions.

    Args:
        captions: texts by clip id.
        truth: ground truth by clip id.

    Raises:
        ScoreError: when there is no caption, or one of a clip without truth.
    """
    unknown = next((clip for clip in captions if clip not in truth), None)
    if unknown is not None or not captions:
        raise ScoreError(
            f"a caption of clip {unknown!r} came, whose truth is unknown; give the `truth` of its film"
            if unknown is not None
            else "no captions came; give at least one"
        )
    pairs = [(caption_facts(text), truth[clip]) for clip, text in captions.items()]
    things = [facts.thing == clip.thing for facts, clip in pairs if facts.thing is not None]
    places = [facts.place == clip.place for facts, clip in pairs if facts.place is not None]
    action = sum(facts.action == clip.action for facts, clip in pairs) / len(pairs)
    return Truthfulness(action, _share(things), _share(places), len(pairs), len(things), len(places))


def _share(correct: list[bool]) -> float | None:
    return sum(correct) / len(correct) if correct else None


@cache
def _patterns() -> tuple[tuple[str, re.Pattern[str]], ...]:
    """Compile each template, with its action; no Backlot caption matches templates of two actions."""
    return tuple((action, _pattern(text)) for action, templates in TEMPLATES.items() for text, *_ in templates)


def _pattern(template: str) -> re.Pattern[str]:
    """Compile a template with open slots and any opening (`At night, P1 waves.`, `In the park, P1 waves.`)."""
    words = PLACE_WORDS.values()
    at = _one_of(place.at for place in words)
    slots = {
        "a": _PERSON, "b": _PERSON, "o": _things(), "it": "(?:it|them)", "his": "(?:his|her)",
        "himself": "(?:himself|herself)", "place": f"(?:{_PLACE})", "at": f"(?: {at})?",
        "into": _one_of(place.into for place in words), "through": _one_of(place.through for place in words),
    }  # fmt: skip
    parts = re.split(r"\{(\w+)\}", template)  # alternates words and slots
    body = "".join(slots[part] if n % 2 else re.escape(part) for n, part in enumerate(parts))
    opening = rf"(?:At night, |{_one_of(place.at[0].upper() + place.at[1:] for place in words)}, )?"
    return re.compile(opening + body)


def _things() -> str:
    """Pattern of a thing with its article; a template names at most one thing."""
    by_length = sorted(THINGS, key=len, reverse=True)
    articles = _one_of(dict.fromkeys(article(thing).removesuffix(thing) for thing in THINGS))
    return f"{articles}(?P<thing>{'|'.join(map(re.escape, by_length))})"


def _one_of(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(map(re.escape, words))})"
