"""A screenplay as the film may have it: passages in the film's order, and how well the speeches near each are heard."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from cinescribe.corpus.alignment.speech_matching import Heard
from cinescribe.corpus.screenplays.elements import ScreenplayElement
from cinescribe.timing import Seconds, Span

Evidence: TypeAlias = Literal["heard", "silent", "unheard"]

NEAR = 2  # speeches before, and after, by which a paragraph of action is judged
AROUND = 0.45  # of the share of the speeches around a scene, where none of its own is found: it may have moved


@dataclass(frozen=True)
class Passage:
    """What is told in one go: a paragraph of action and the speeches after it, up to the next one.

    Args:
        action: number of the paragraph among the elements; None where a scene opens with talk.
        n_words: its words.
        heard: where its speeches are heard, in the film's order.
        n_unheard: its speeches that are not.
        opens: whether a scene begins with it.
        evidence: whether of its scene a speech is heard, there is none, or none is heard.
    """

    action: int | None
    n_words: int
    heard: tuple[Span, ...]
    n_unheard: int
    opens: bool
    evidence: Evidence


def scene_numbers(elements: Sequence[ScreenplayElement]) -> list[int]:
    """The scene of each element, from 0; a heading begins one."""
    out, scene = [], 0
    for element in elements:
        scene += element.kind == "heading"
        out.append(scene)
    return out


def passages(elements: Sequence[ScreenplayElement], places: Mapping[int, Heard]) -> list[Passage]:
    """The passages in the order in which the film has them.

    A scene goes where its speeches are heard; one of which none is, after what the screenplay has before it.

    Args:
        elements: the screenplay.
        places: where its speeches are heard, by number of the element.
    """
    scenes: dict[int, list[int]] = {}
    for n, number in enumerate(scene_numbers(elements)):
        scenes.setdefault(number, []).append(n)
    latest: Seconds = 0.0
    ordered: list[tuple[Seconds, list[int]]] = []
    for scene in scenes.values():
        starts = sorted(places[n].span.start for n in scene if n in places)
        at = starts[len(starts) // 2] if starts else latest
        latest = max(latest, at)
        ordered.append((at, scene))
    ordered.sort(key=lambda one: one[0])
    return _rising([passage for _, scene in ordered for passage in _scene_passages(elements, scene, places)])


def action_scores(
    elements: Sequence[ScreenplayElement], found: Mapping[int, tuple[int, int]], *, filmed: Mapping[int, float]
) -> dict[int, float]:
    """The alignment score of each paragraph of action, by its number: the share of found words in the speeches near by.

    (Rohrbach et al. 2016, section 3.1.2.) Near are those of its own scene. Where nobody speaks in it, the speeches
    around count, but not in full; where somebody does and is not found, less by the chance that it was not filmed.

    Args:
        elements: the screenplay.
        found: how many words of each speech are found, and how many it has, by number of the element.
        filmed: the chance that the film has each paragraph of action, by its number.
    """
    scenes = scene_numbers(elements)
    speeches = [n for n in found if found[n][1]]
    heard = [n for n in speeches if found[n][0]]
    out = {}
    for action, chance in filmed.items():
        at = bisect_left(speeches, action)
        own = [n for n in speeches[max(at - NEAR, 0) : at + NEAR] if scenes[n] == scenes[action]]
        at = bisect_left(heard, action)
        around = _share(heard[max(at - 1, 0) : at + 1], found)
        out[action] = _share(own, found) or AROUND * around * (chance if own else 1.0)
    return out


def _share(speeches: Sequence[int], found: Mapping[int, tuple[int, int]]) -> float:
    whole = sum(found[n][1] for n in speeches)
    return sum(found[n][0] for n in speeches) / whole if whole else 0.0


def _scene_passages(
    elements: Sequence[ScreenplayElement], scene: Sequence[int], places: Mapping[int, Heard]
) -> list[Passage]:
    speeches = [n for n in scene if elements[n].kind == "speech"]
    evidence: Evidence = "silent"
    if speeches:
        evidence = "heard" if any(n in places for n in speeches) else "unheard"
    out: list[Passage] = []
    for n in scene:
        kind = elements[n].kind
        if kind == "action":
            out.append(Passage(n, len(elements[n].text.split()), (), 0, opens=not out, evidence=evidence))
        elif kind == "speech":
            last = out.pop() if out else Passage(None, 0, (), 0, opens=True, evidence=evidence)
            place = (places[n].span,) if n in places else ()
            out.append(replace(last, heard=last.heard + place, n_unheard=last.n_unheard + (n not in places)))
    return out


def _rising(passages: Sequence[Passage]) -> list[Passage]:
    """The passages with the most of their speeches that come one after the other; others are held for unheard."""
    spans = [span for passage in passages for span in passage.heard]
    kept = set(_longest_rising([span.start for span in spans]))
    out, at = [], 0
    for passage in passages:
        numbers = range(at, at + len(passage.heard))
        heard = tuple(spans[n] for n in numbers if n in kept)
        lost = len(passage.heard) - len(heard)
        out.append(replace(passage, heard=heard, n_unheard=passage.n_unheard + lost))
        at = numbers.stop
    return out


def _longest_rising(values: Sequence[float]) -> list[int]:
    """The numbers of the longest rising subsequence (patience sorting)."""
    tops: list[float] = []
    numbers: list[int] = []
    before: list[int | None] = []
    for n, value in enumerate(values):
        at = bisect_left(tops, value)
        before.append(numbers[at - 1] if at else None)
        tops[at : at + 1] = [value]
        numbers[at : at + 1] = [n]
    out: list[int] = []
    last = numbers[-1] if numbers else None
    while last is not None:
        out.append(last)
        last = before[last]
    return out[::-1]
