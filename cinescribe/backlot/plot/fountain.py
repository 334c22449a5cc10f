"""Writes the screenplay of a film in Fountain, with planted deviations from the film and the times of its lines."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from cinescribe.backlot.plan.caption_templates import template_captions
from cinescribe.backlot.plan.naming import named_text
from cinescribe.backlot.plan.plan import OUTDOORS, PLACES, DialogueLine, FilmPlan, Take
from cinescribe.backlot.plan.scenes import Scene, action_take, scenes, takes_by_clip, takes_span
from cinescribe.backlot.plan.truth import Deviation, DeviationKind, ScriptElement
from cinescribe.backlot.plot.talk import OTHER_WORDS
from cinescribe.timing import Span

# Shares of the film's lines that the screenplay rewords, omits, or follows by an extra line; share of its scenes after
# which it has an unfilmed one. In a film of three or more scenes one pair of neighbours is swapped.
CHANGED, MISSING, EXTRA = 0.1, 0.1, 0.07
EXTRA_SCENES = 0.12
SCENES_TO_MOVE = 3


@dataclass(frozen=True)
class Screenplay:
    """A screenplay: its text, its paragraphs with their times in the film, and its deviations."""

    text: str
    elements: tuple[ScriptElement, ...]
    deviations: tuple[Deviation, ...]


def screenplay(plan: FilmPlan) -> Screenplay:
    """Return the screenplay of a film; its lines have the times of the plan."""
    return _Writer(plan).write()


@dataclass
class _Page:
    """Lines of the file so far, with their records."""

    lines: list[str] = field(default_factory=list)
    elements: list[ScriptElement] = field(default_factory=list)
    deviations: list[Deviation] = field(default_factory=list)

    def put(self, element: ScriptElement, *, above: str | None = None) -> int:
        """Add a paragraph and return its line number."""
        if above is not None:
            self.lines.append(above)
        self.lines.append(element.text)
        self.elements.append(element.replace(line=len(self.lines)))
        self.lines.append("")
        return self.elements[-1].line

    def deviate(self, kind: DeviationKind, **fields: object) -> None:
        """Record a deviation."""
        self.deviations.append(Deviation.from_dict({"kind": kind} | fields))


class _Writer:
    """Writes one screenplay."""

    def __init__(self, plan: FilmPlan) -> None:
        self._plan, self._rng = plan, random.Random(f"{plan.seed}/screenplay")
        self._names = plan.names
        self._page = _Page(["Title: " + plan.title, "Credit: a screenplay", "Author: Backlot", ""])

    def write(self) -> Screenplay:
        for scene in self._in_order():
            self._write_scene(scene)
            if self._rng.random() < EXTRA_SCENES:
                self._write_unfilmed_scene(scene)
        return Screenplay("\n".join(self._page.lines), tuple(self._page.elements), tuple(self._page.deviations))

    def _in_order(self) -> Sequence[Scene]:
        """Return the scenes in the order of the screenplay; a longer film has one pair swapped."""
        order = list(scenes(self._plan))
        if len(order) >= SCENES_TO_MOVE:
            k = self._rng.randrange(len(order) - 1)
            order[k], order[k + 1] = order[k + 1], order[k]
            for takes in takes_by_clip(order[k].takes):
                self._page.deviate("scene moved", clip=takes[0].clip, filmed=_heading(takes[0]))
        return order

    def _write_scene(self, scene: Scene) -> None:
        self._page.put(ScriptElement(0, "heading", _heading(scene.takes[0])))
        for takes in takes_by_clip(scene.takes):
            take = action_take(takes)
            caption = self._rng.choice(template_captions(take, self._plan.genders[take.actor]))
            text = named_text(caption.text, self._names)
            self._page.put(ScriptElement(0, "action", text, take.clip, take.action_span))
            span = takes_span(takes)
            for line in self._plan.lines:
                if span.has(line.span.start):
                    self._write_line(line, take.clip)

    def _write_line(self, line: DialogueLine, clip: str) -> None:
        chance = self._rng.random()
        if chance < MISSING:
            self._page.deviate("line missing", clip=clip, filmed=line.text)
            return
        if chance < MISSING + CHANGED:
            text = self._rng.choice(OTHER_WORDS)
            number = self._speak(line.member, text, clip, line.span)
            self._page.deviate("line changed", line=number, clip=clip, written=text, filmed=line.text)
        else:
            self._speak(line.member, line.text, clip, line.span)
        if chance > 1 - EXTRA:
            text = self._rng.choice(OTHER_WORDS)
            number = self._speak(line.member, text, None, None)
            self._page.deviate("line extra", line=number, clip=clip, written=text)

    def _speak(self, member: str, text: str, clip: str | None, span: Span | None) -> int:
        element = ScriptElement(0, "speech", text, clip, span, member)
        return self._page.put(element, above=self._names[member].upper())

    def _write_unfilmed_scene(self, after: Scene) -> None:
        """Write a scene that was not filmed."""
        place = self._rng.choice([one for one in PLACES if one != after.takes[0].place])
        one, other = self._rng.sample([member.id for member in self._plan.cast], 2)
        heading = _slug(place, night=self._rng.random() < 0.5)
        number = self._page.put(ScriptElement(0, "heading", heading))
        self._page.deviate("scene extra", line=number, written=heading)
        waiting = f"{self._names[one]} waits for {self._names[other]}, who comes at last."
        self._page.put(ScriptElement(0, "action", waiting))
        for member, text in zip((one, other), self._rng.sample(OTHER_WORDS, 2), strict=True):
            self._speak(member, text, None, None)


def _heading(take: Take) -> str:
    return _slug(take.place, night=take.night)


def _slug(place: str, *, night: bool) -> str:
    return f"{'EXT' if place in OUTDOORS else 'INT'}. {place.upper()} - {'NIGHT' if night else 'DAY'}"
