"""Describes Backlot films by a chat model, and fits how likely its readings are true; a killed run goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from cinescribe.backlot.films.shoot import SIZES, shoot
from cinescribe.backlot.plan.truth import FilmTruth
from cinescribe.describe.describe import write_description
from cinescribe.describe.describe_options import DescribeOptions, captioner_named, no_announcement
from cinescribe.describe.narration.chat_notes import READINGS, STAGE, ChatNotes
from cinescribe.describe.narration.narrator import NarrationOptions, Narrator, narrator_of
from cinescribe.describe.note_fit.reading_truth import StoryTruth
from cinescribe.errors import ModelError
from cinescribe.export.folder import FEATURES
from cinescribe.export.narration import read_narration
from cinescribe.generate.captioner import Captioner
from cinescribe.generate.readings.reading import JudgedReading
from cinescribe.generate.readings.reading_fit import LEAST_READINGS, ReadingFit, fitted_readings
from cinescribe.language.vectors.sentence_vectors import sentence_vectors
from cinescribe.output_folder import claim_folder
from cinescribe.progress import Progress, no_progress
from cinescribe.store import read_records, write_record
from cinescribe.timing import Span

FIT = "fit.json"  # in the folder
N_FILMS = 8  # small ones: about forty readings of what people want
_KIND = "fit of notes"


def fit_notes(
    captioner: str | Captioner,
    folder: str | Path,
    *,
    writer: str | None = None,
    effort: str | None = None,
    films: int = N_FILMS,
    seed: int = 0,
    fetch: bool = False,
    progress: Progress = no_progress,
    announce: Callable[[str], None] = no_announcement,
) -> ReadingFit:
    """Return how likely a chat model's notes are true, and write it to `fit.json` in a folder.

    Films whose people act for reasons are shot there and described by the model; what it reads in them is held against
    the reasons. `describe_film` takes the file: `notes="model:<file>"`.

    Args:
        captioner: `server:<URL>#<model>` or `hub:<model id>`, or a captioner of your own with a chat model.
        folder: for films, descriptions and the fit; created if needed. A second run does only what is left.
        writer: the model that words what the captioner sees, as in `describe_film`.
        effort: how much is asked: quick, normal or thorough; None for normal.
        films: how many.
        seed: of the films.
        fetch: whether models may be downloaded from the hub.
        progress: called with each stage and the share of it that is done.
        announce: called with a line on each film, and on kinds of notes that cannot be fitted.

    Raises:
        ModelError: when the captioner has no chat model, or a model cannot be used.
        OutputError: when the folder holds anything else, or cannot be written.

    Example:
        >>> fit = fit_notes("server:http://localhost:11434#qwen3-vl:8b", "fit")  # doctest: +SKIP
    """
    folder = Path(folder)
    chosen = captioner_named(captioner, fetch=fetch, announce=announce) if isinstance(captioner, str) else captioner
    narrator = narrator_of(chosen, NarrationOptions(writer, effort=effort), fetch=fetch, announce=announce)
    if narrator is None:
        raise ModelError(
            f"only notes by chat models are fitted, and {captioner!r} is none; name server:<URL>#<model>, or "
            "hub:<model id> of a model that takes instructions"
        )
    claim_folder(folder, _KIND, is_older=lambda folder: False, parts=("films", "described"))
    shot = shoot(folder / "films", films=films, seed=seed, size=SIZES["small"], motivated=True, progress=progress)
    truths = read_records(shot.truth, FilmTruth)
    story = StoryTruth(truths, sentence_vectors())
    known: list[tuple[JudgedReading, bool, bool]] = []
    for film, truth in zip(shot.films, truths, strict=True):
        own = folder / "described" / truth.id
        _describe(film, own, narrator, progress=progress, announce=announce)
        found = list(_known(own, truth, story))
        known += found
        n_true = sum(is_true for _, is_true, _ in found)
        announce(f"{truth.id}: {len(found)} readings, {n_true} of them true")
    fit = fitted_readings(narrator.seer.name, known, films=len(truths))
    write_record(folder / FIT, fit)
    for line in _lines(fit):
        announce(line)
    return fit


def _describe(
    film: Path, folder: Path, narrator: Narrator, *, progress: Progress, announce: Callable[[str], None]
) -> None:
    """Describe a film in English; all that the model reads in it is kept, and nothing of it is noted."""
    options = DescribeOptions(
        narrator=replace(narrator, language="en"),
        notes=ChatNotes(ReadingFit(narrator.seer.name, 0)),
        progress=progress,
        announce=announce,
    )
    write_description(film, folder, subtitles=film.with_suffix(".srt"), language="en", options=options)


def _known(folder: Path, truth: FilmTruth, story: StoryTruth) -> Iterator[tuple[JudgedReading, bool, bool]]:
    """The readings of a film that were checked, each with whether it and its alternative are true."""
    abouts = [Span(moment.since, moment.span.end) for moment in read_narration(folder)]
    path = folder / FEATURES / STAGE / READINGS
    for one in read_records(path, JudgedReading) if path.is_file() else ():
        if one.answers.plain is not None:
            is_true = partial(story.is_true, one.reading, film=truth, abouts=abouts)
            yield one, is_true(one.reading.text), is_true(one.reading.alternative)


def _lines(fit: ReadingFit) -> Iterator[str]:
    """What cannot be noted with a fit."""
    for kind in fit.kinds:
        if kind.n < LEAST_READINGS:
            yield f"only {kind.n} readings of {kind.kind}, and a fit needs {LEAST_READINGS}: give more `films`"
        elif not kind.can_tell:
            yield (
                f"{fit.model} called {kind.hit:.0%} of true statements of {kind.kind} true and {kind.alarm:.0%} of "
                "false ones, so that none will be noted"
            )
    if not fit.kinds:
        yield f"{fit.model} read nothing in these films that could be checked, so that nothing will be noted"
