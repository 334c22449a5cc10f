"""A guesser that never reads a description: it has learned from other films' questions what right choices look like."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.pipeline import Pipeline, make_pipeline

from benchmarks.story.questions import StoryItem, story_items
from cinescribe.backlot.films.continuity import cast_members, filmed_clips
from cinescribe.backlot.plan.truth import FilmTruth
from cinescribe.backlot.plot.screenplay import plan_film
from cinescribe.metrics.description.story_questions import CHOICES


@dataclass(frozen=True)
class LearnedGuesser:
    """Chooses by the words of a question and a choice alone; names are known only as the same or another person.

    Args:
        items: questions of the films that it learns from.
    """

    items: tuple[StoryItem, ...]

    def letters(self, items: Sequence[StoryItem]) -> list[str]:
        """Return the likeliest letter of each question."""
        rows = [features(item, n) for item in items for n in range(len(item.statements))]
        likely = iter(self._model.predict_proba(rows)[:, 1])
        return [CHOICES[int(np.argmax([next(likely) for _ in item.statements]))] for item in items]

    @cached_property
    def _model(self) -> Pipeline:
        rows = [features(item, n) for item in self.items for n in range(len(item.statements))]
        right = [CHOICES[n] == item.question.answer for item in self.items for n in range(len(item.statements))]
        model = make_pipeline(
            CountVectorizer(analyzer=str.split, binary=True, min_df=3), LogisticRegression(C=0.1, max_iter=500)
        )
        return model.fit(rows, right)


def features(item: StoryItem, n: int) -> str:
    """Return what may give a choice away, as words: its own, paired with the question's, by kind."""
    names = re.findall(r"\b[A-Z][a-z]+\b", item.question.question)[1:]
    asked, offered = (_masked(text, names) for text in (item.question.question, item.question.options[n]))
    phrases = ["_".join(offered), *offered]
    pairs = [f"{item.kind}:{one}&{other}" for one in asked for other in phrases]
    return " ".join([*(f"{item.kind}:{one}" for one in phrases), *pairs])


def _masked(text: str, names: Sequence[str]) -> list[str]:
    """The words of a text, with names as somebody asked about or somebody else."""
    words = re.findall(r"[\w-]+", text)
    return [f"ASKED{names.index(one)}" if one in names else "OTHER" if one.istitle() else one for one in words]


def planned_items(seeds: Sequence[int], *, n_clips: int) -> tuple[StoryItem, ...]:
    """Return the questions about films that are planned and not shot."""
    return tuple(item for seed in seeds for item in story_items(planned_truth(seed, n_clips=n_clips)))


def planned_truth(seed: int, *, n_clips: int) -> FilmTruth:
    """Return what a planned film shows, without files."""
    plan = plan_film(seed, n_clips=n_clips)
    return FilmTruth(
        id=plan.id, seed=seed, title=plan.title, film="", screenplay="", described="", sightings="",
        duration=plan.duration, width=0, height=0, rate_hz=0.0, hard=plan.hard, cast=cast_members(plan),
        clips=tuple(filmed_clips(plan)), shots=(),
    )  # fmt: skip
