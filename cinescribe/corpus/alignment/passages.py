"""Passages of a screenplay in the film's order, and the alignment scores of paragraphs of action."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from cinescribe.corpus.alignment.speech_matching import SpeechMatch
from cinescribe.corpus.screenplays.elements import ScreenplayElement
from cinescribe.timing import Seconds, Span

_Evidence: TypeAlias = Literal["matched", "silent", "unmatched"]

N_NEAR = 2  # speeches before and after a paragraph of action that give its score
OUTSIDE_WEIGHT = 0.45  # of speeches outside a scene whose own are not found: the scene may have moved


@dataclass(frozen=True)
class Passage:
    """A paragraph of action and the speeches after it, up to the next paragraph.

    Args:
        action: index of the paragraph among the elements; None if a scene opens with talk.
        n_words: number of its words.
        speech: when its matched speeches are spoken, in the film's order.
        n_unmatched: number of its speeches without a match.
        opens_scene: whether it is the first of a scene.
        evidence: whether its scene has a matched speech, no speech at all, or only unmatched ones.
    """

    action: int | None
    n_words: int
    speech: tuple[Span, ...]
    n_unmatched: int
    opens_scene: bool
    evidence: _Evidence


def scene_numbers(elements: Sequence[ScreenplayElement]) -> list[int]:
    """Return the scene number of each element, from 0; a heading begins a scene."""
    out, scene = [], 0
    for element in elements:
        scene += element.kind == "heading"
        out.append(scene)
    return out


def passages(elements: Sequence[ScreenplayElement], matches: Mapping[int, SpeechMatch]) -> list[Passage]:
    """Return the passages in the film's order.

    A scene is placed where its speeches are matched; a scene without a match follows the scene before it.

    Args:
        elements: the screenplay.
        matches: where its speeches are spoken, by index of the element.
    """
    scenes: dict[int, list[int]] = {}
    for n, number in enumerate(scene_numbers(elements)):
        scenes.setdefault(number, []).append(n)
    latest: Seconds = 0.0
    ordered: list[tuple[Seconds, list[int]]] = []
    for scene in scenes.values():
        starts = sorted(matches[n].span.start for n in scene if n in matches)
        at = starts[len(starts) // 2] if starts else latest
        latest = max(latest, at)
        ordered.append((at, scene))
    ordered.sort(key=lambda one: one[0])
    return _in_time_order([passage for _, scene in ordered for passage in _scene_passages(elements, scene, matches)])


def action_scores(
    elements: Sequence[ScreenplayElement], found: Mapping[int, tuple[int, int]], *, filmed: Mapping[int, float]
) -> dict[int, float]:
    """Return the alignment score of each paragraph of action: the share of matched words in the speeches near it.

    Rohrbach et al. (2016), section 3.1.2. Only speeches of its own scene count in full. If the scene has no speech,
    those outside it count with `OUTSIDE_WEIGHT`; if it has only unmatched ones, also by the probability that it was
    filmed.

    Args:
        elements: the screenplay.
        found: number of matched words and of all words of each speech, by index of the element.
        filmed: probability that the film has each paragraph of action, by index of the element.
    """
    scenes = scene_numbers(elements)
    speeches = [n for n in found if found[n][1]]
    matched = [n for n in speeches if found[n][0]]
    out = {}
    for action, probability in filmed.items():
        at = bisect_left(speeches, action)
        own = [n for n in speeches[max(at - N_NEAR, 0) : at + N_NEAR] if scenes[n] == scenes[action]]
        at = bisect_left(matched, action)
        outside = _share(matched[max(at - 1, 0) : at + 1], found)
        out[action] = _share(own, found) or OUTSIDE_WEIGHT * outside * (probability if own else 1.0)
    return out


def _share(speeches: Sequence[int], found: Mapping[int, tuple[int, int]]) -> float:
    whole = sum(found[n][1] for n in speeches)
    return sum(found[n][0] for n in speeches) / whole if whole else 0.0


def _scene_passages(
    elements: Sequence[ScreenplayElement], scene: Sequence[int], matches: Mapping[int, SpeechMatch]
) -> list[Passage]:
    speeches = [n for n in scene if elements[n].kind == "speech"]
    evidence: _Evidence = "silent"
    if speeches:
        evidence = "matched" if any(n in matches for n in speeches) else "unmatched"
    out: list[Passage] = []
    for n in scene:
        kind = elements[n].kind
        if kind == "action":
            out.append(Passage(n, len(elements[n].text.split()), (), 0, opens_scene=not out, evidence=evidence))
        elif kind == "speech":
            last = out.pop() if out else Passage(None, 0, (), 0, opens_scene=True, evidence=evidence)
            span = (matches[n].span,) if n in matches else ()
            out.append(replace(last, speech=last.speech + span, n_unmatched=last.n_unmatched + (n not in matches)))
    return out


def _in_time_order(passages: Sequence[Passage]) -> list[Passage]:
    """Keep the longest series of speeches in order of time; the others count as unmatched."""
    spans = [span for passage in passages for span in passage.speech]
    kept = set(_longest_increasing([span.start for span in spans]))
    out, at = [], 0
    for passage in passages:
        indices = range(at, at + len(passage.speech))
        speech = tuple(spans[n] for n in indices if n in kept)
        n_dropped = len(passage.speech) - len(speech)
        out.append(replace(passage, speech=speech, n_unmatched=passage.n_unmatched + n_dropped))
        at = indices.stop
    return out


def _longest_increasing(values: Sequence[float]) -> list[int]:
    """Return the indices of the longest increasing subsequence (patience sorting)."""
    tops: list[float] = []
    indices: list[int] = []
    before: list[int | None] = []
    for n, value in enumerate(values):
        at = bisect_left(tops, value)
        before.append(indices[at - 1] if at else None)
        tops[at : at + 1] = [value]
        indices[at : at + 1] = [n]
    out: list[int] = []
    last = indices[-1] if indices else None
    while last is not None:
        out.append(last)
        last = before[last]
    return out[::-1]
