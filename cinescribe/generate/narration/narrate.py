"""Writes the sentences of a film: observations, candidates, a check of their truth, and the choice over all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from cinescribe.generate.narration.budget import Meter, Pace, in_parallel, in_words, plan
from cinescribe.generate.narration.choice import Vectors
from cinescribe.generate.narration.controls import Controls
from cinescribe.generate.narration.decision import Decision
from cinescribe.generate.narration.effort import evenly
from cinescribe.generate.narration.language.fact_wordings import fact_wordings
from cinescribe.generate.narration.language.statement_words import (
    EnglishWords,
    StatementWords,
    WordedFacts,
    english_samples,
)
from cinescribe.generate.narration.marked_frames import Legend
from cinescribe.generate.narration.moments import BATCH, Moment, Role, SeenFrame
from cinescribe.generate.narration.narrated import Narrated, Narrators, Tools
from cinescribe.generate.narration.scene_writing import Desk, write_scenes
from cinescribe.generate.narration.viewing import View, second_view_request, view_request, with_answer
from cinescribe.models.vlm.chat import ChatRequest
from cinescribe.timing import Seconds

_TRIED = 3  # moments by which the time for a film is estimated
_ANY = "She opens the door."
_ASKED: Seconds = 0.01  # a shorter answer was kept from a run before, and says nothing about the server
_MAX_WORDED = 4  # facts of a moment that statements of known truth are made of
_FEW = 0.5  # share of the facts that have words in the language, below which a line reports it
_LONGEST_SCENE = 24  # moments; longer scenes are divided, so that a server has several requests at a time


def narrate(
    moments: Sequence[Moment], scenes: Sequence[int], roles: Sequence[Role], narrators: Narrators, tools: Tools
) -> list[Narrated]:
    """Return the sentence for each moment of a film, or silence, with the reasons.

    Args:
        moments: the pauses, in order of time.
        scenes: the number of each one's scene, rising.
        roles: the people of the film.
        narrators: the models.
        tools: frames, voice and rules.

    Raises:
        ModelError: when a model does not answer.
    """
    film = _Film(moments, tuple(roles), narrators, replace(tools, vectors=_Remembered(tools.vectors)))
    return film.narrated(_runs(scenes))


def _runs(scenes: Sequence[int]) -> list[list[int]]:
    """The indices of the moments of each scene, long scenes divided."""
    runs: list[list[int]] = []
    for n, scene in enumerate(scenes):
        if not runs or scenes[runs[-1][0]] != scene or len(runs[-1]) == _LONGEST_SCENE:
            runs.append([])
        runs[-1].append(n)
    return runs


class _Film:
    """The narration of one film."""

    def __init__(self, moments: Sequence[Moment], roles: tuple[Role, ...], narrators: Narrators, tools: Tools) -> None:
        self._moments, self._roles, self._narrators, self._tools = moments, roles, narrators, tools
        self._effort, self._meter, self._language = narrators.effort, tools.meter, tools.speaker.language

    def narrated(self, scenes: list[list[int]]) -> list[Narrated]:
        if not self._moments:
            return []
        tools = self._tools
        tools.announce(
            plan(
                [moment.described.duration for moment in self._moments],
                self._effort,
                checks=self._narrators.checks,
                is_english=self._language.is_english,
            )
        )
        self._try_first(scenes)
        views = self._views(range(len(self._moments)), "views", self._meter)
        again = self._second_views()
        controls = Controls(views, again, self._roles, tools.vectors, self._statement_words(views))
        room = int(self._effort.requests * len(views)) - self._meter.n_requests - 2 * len(views)
        words = write_scenes(
            views,
            scenes,
            self._desk(controls, self._meter),
            about=tools.about,
            n_shorter=max(room, 0),
            progress=lambda share: tools.progress(0.4 + 0.5 * share),
        )
        found = [Narrated(one.draft, again.get(n), one.checks) for n, one in enumerate(words)]
        decision = Decision(self._narrators, tools, self._roles, controls)
        found = decision.checked(found) if self._narrators.checks else decision.chosen(found)
        tools.progress(1.0)
        return found

    def _statement_words(self, views: Sequence[View]) -> StatementWords:
        """How the statements of checks are worded: in the language of the sentences, or nothing gives itself away."""
        if self._language.is_english or not self._narrators.checks:
            return EnglishWords()
        writer, tag = self._narrators.writer, self._language.tag
        facts = [fact.text for view in views for fact in view.facts[:_MAX_WORDED]]
        found = fact_wordings(
            (*facts, *english_samples(tag)),
            self._roles,
            self._language,
            ask=partial(self._meter.ask, "wordings", writer),
            faults=self._tools.faults,
        )
        n_worded, n = sum(fact in found for fact in set(facts)), len(set(facts))
        if n_worded < n * _FEW:
            self._tools.announce(
                f"{writer.name} put only {n_worded} of {n} notes into {self._language.name}, so that checks have fewer "
                "statements about this film whose truth is known; name a larger model as `writer`"
            )
        return WordedFacts(found, self._roles, tag)

    def _desk(self, controls: Controls, meter: Meter) -> Desk:
        narrators, tools = self._narrators, self._tools
        return Desk(
            narrators.seer if narrators.checks else None,
            narrators.writer,
            controls,
            narrators.effort,
            meter,
            tools.look,
            tools.speaker,
            tools.faults,
            tools.examples,
            self._roles,
        )

    def _views(self, indices: Sequence[int], step: Literal["views", "second_views"], meter: Meter) -> list[View]:
        """What is seen in some moments, at the first or the second view."""
        views: list[View] = []
        for first in range(0, len(indices), BATCH):
            asked = [self._view(self._moments[n], step) for n in indices[first : first + BATCH]]
            requests = [request for _, request in asked if request is not None]
            answers = iter(meter.ask(step, self._narrators.seer, requests))
            views += [view if request is None else with_answer(view, next(answers)) for view, request in asked]
            if meter is self._meter and step == "views":
                self._tools.progress(0.4 * len(views) / len(indices))
        return views

    def _view(self, moment: Moment, step: Literal["views", "second_views"]) -> tuple[View, ChatRequest | None]:
        first = step == "views"
        frames = self._shown(self._tools.look(moment) if first else self._tools.other_look(moment), moment)
        if not frames:
            return View(moment, Legend(()), "", ()), None
        request = view_request if first else second_view_request
        return request(moment, frames, self._roles, names_english=not self._language.is_english)

    def _shown(self, frames: Sequence[SeenFrame], moment: Moment) -> list[SeenFrame]:
        """The frames that a question shows: of the moment's own shots as many as the budget has, and the others."""
        own = {shot.number for shot in moment.own_shots}
        kept = evenly([frame for frame in frames if frame.shot in own], self._effort.n_frames)
        others = [frame for frame in frames if frame.shot not in own]
        return sorted([*kept, *others], key=lambda frame: frame.time) if kept else []

    def _second_views(self) -> dict[int, View]:
        n = self._effort.n_second_views(len(self._moments)) if self._narrators.checks else 0
        indices = evenly(range(len(self._moments)), n)
        return dict(zip(indices, self._views(indices, "second_views", self._meter), strict=True))

    def _try_first(self, scenes: Sequence[Sequence[int]]) -> None:
        """Announce how long the film will take, by its first moments. What they ask is asked again, and is kept."""
        if len(self._moments) <= _TRIED:
            return
        self._load_tools()
        meter = self._meter.alike()
        views = self._views([0], "views", meter)
        alone = meter.waited["views"]
        views += self._views(range(1, _TRIED), "views", meter)
        is_parallel = in_parallel(alone, meter.waited["views"] - alone)
        own_view = meter.own / _TRIED
        desk = replace(self._desk(Controls(views, {}, self._roles, self._tools.vectors), meter), seer=None)
        each = [[n] for n in range(_TRIED)]
        write_scenes(views, each, desk, about=self._tools.about, n_shorter=0, progress=lambda share: None)
        self._meter.requests["drafts"] += _TRIED - 1  # those after the first are asked again with the sentences so far
        if alone < _ASKED:
            return
        draft = meter.waited["drafts"] / (1 if is_parallel else _TRIED)
        check, own_check = (alone, own_view) if self._narrators.checks else (0.0, 0.0)
        pace = Pace(alone, draft, check, own_view, meter.own / _TRIED - own_view + own_check, is_parallel)
        waves = [sum(one is not None for one in turn) for turn in zip_longest(*scenes)]
        n_second = self._effort.n_second_views(len(self._moments)) if self._narrators.checks else 0
        self._tools.announce(f"{in_words(pace.left(len(self._moments) - _TRIED, n_second, waves))} left")

    def _load_tools(self) -> None:
        """Load what is loaded at its first use, so that it is not taken for the time of a pause."""
        tools = self._tools
        tools.look(self._moments[0])
        tools.other_look(self._moments[0])
        tools.speaker.length(1.0)
        tools.faults([_ANY])
        tools.vectors.vectors([_ANY])


class _Remembered:
    """Vectors of sentences, each computed once."""

    def __init__(self, vectors: Vectors) -> None:
        self._vectors = vectors
        self._known: dict[str, NDArray[np.float64]] = {}

    def vectors(self, texts: Sequence[str]) -> NDArray[np.float64]:
        new = [text for text in dict.fromkeys(texts) if text not in self._known]
        if new:
            self._known.update(zip(new, self._vectors.vectors(new), strict=True))
        return np.stack([self._known[text] for text in texts]) if texts else np.zeros((0, 1))
