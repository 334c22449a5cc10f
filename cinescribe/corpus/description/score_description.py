"""Scores the description of films against references in files, with the films, casts and facts that scores need."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from cinescribe.corpus.description.casts import read_casts
from cinescribe.corpus.description.facts import Story, read_story
from cinescribe.corpus.description.windows import DescriptionWindow, read_windows
from cinescribe.errors import ScoreError
from cinescribe.metrics.core.score import Score
from cinescribe.metrics.description.described_film import Casts
from cinescribe.metrics.files.caption_files import read_candidates, read_references
from cinescribe.metrics.scoring.score_captions import score_captions
from cinescribe.metrics.scoring.sources import Sources
from cinescribe.tables import ROW_FILES

DESCRIPTION_METRICS = ("CRITIC", "Action", "Repetition", "CIDEr")


@dataclass(frozen=True)
class StoryFiles:
    """Files about the films, beside their references.

    Args:
        casts: the people of each film, as `read_casts` reads them.
        facts: of the films' stories, as `read_story` reads them.
        actions: the references' actions, as the public files of Shot-by-Shot have them.
    """

    casts: str | Path | None = None
    facts: str | Path | None = None
    actions: str | Path | None = None


def score_description(
    candidates: str | Path,
    references: str | Path,
    *,
    metrics: str | Sequence[str] = DESCRIPTION_METRICS,
    files: StoryFiles | None = None,
    sources: Sources | None = None,
    subset: bool = False,
    allow_empty: bool = False,
) -> list[Score]:
    """Return the scores of descriptions against their references, in the order of `metrics`.

    Items are in the order of the references, film by film: scores that look at neighbours or at earlier sentences
    depend on it.

    Args:
        candidates: a text for each item, as `read_candidates` reads it, or what `describe_windows` wrote.
        references: windows with texts, as `read_windows` reads them, or references as `read_references` does, which
            are then of one film.
        metrics: names of scores, those of captions included.
        files: casts, facts and actions.
        sources: the models that scores use.
        subset: leave out references without a candidate.
        allow_empty: score empty descriptions by each score's formula instead of refusing them.

    Raises:
        RecordError: when a file cannot be read.
        CorpusError: when a file has another form.
        ScoreError: when a text cannot be scored.
        ModelError: when a model that a score needs is missing or fails.
    """
    texts, files, sources = read_candidates(Path(candidates)), files or StoryFiles(), sources or Sources()
    expected, films = _references(Path(references))
    story = None if files.facts is None else read_story(Path(files.facts))
    casts = _casts(files.casts, story, has_films=films is not None)
    return score_captions(
        _in_order(texts, expected, films),
        expected,
        metrics=metrics,
        sources=replace(
            sources,
            films=films,
            casts=casts,
            actions=None if files.actions is None else _actions(Path(files.actions)),
            facts=() if story is None else story.facts,
        ),
        subset=subset,
        allow_empty=allow_empty,
    )


def _casts(path: str | Path | None, story: Story | None, *, has_films: bool) -> Casts | None:
    """The casts of a file, else those that come with the facts; of films without names, one is that of all."""
    casts = read_casts(Path(path)) if path is not None else None if story is None else story.casts
    return {"": next(iter(casts.values()))} if casts is not None and len(casts) == 1 and not has_films else casts


def _references(path: Path) -> tuple[Mapping[str, Sequence[str]], Mapping[str, str] | None]:
    """The references by id, and the film of each where the file says it."""
    if not path.name.lower().removesuffix(".gz").endswith(ROW_FILES):
        return read_references(path), None
    windows = read_windows(path)
    bare = next((window for window in windows if window.text is None), None)
    if bare is not None:
        raise ScoreError(f"the window {bare.id!r} of {str(path)!r} has no reference text; give annotations with texts")
    texts = {window.id: (str(window.text),) for window in windows}
    films = {window.id: film for window in windows if (film := _film_of(window)) is not None}
    return texts, films if len(films) == len(windows) else None


def _film_of(window: DescriptionWindow) -> str | None:
    return window.story or window.film


def _in_order(
    texts: Mapping[str, str], expected: Mapping[str, Sequence[str]], films: Mapping[str, str] | None
) -> dict[str, str]:
    """The candidates in the order of the references, each film's together; those without a reference last."""
    order = list(expected)
    if films is not None:
        firsts = {name: at for at, name in reversed(list(enumerate(films[key] for key in order)))}
        order.sort(key=lambda key: firsts[films[key]])
    known = [key for key in order if key in texts]
    return {key: texts[key] for key in (*known, *(key for key in texts if key not in expected))}


def _actions(path: Path) -> dict[str, tuple[str, ...]]:
    """The actions of each reference, by id; an item without any is left out of the Action score."""
    windows = read_windows(path)
    return {window.id: window.actions or () for window in windows}
