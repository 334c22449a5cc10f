"""The results of a trial: figures with intervals, what the run cost, and no film, sentence or name of a person."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from cinescribe.record import Record
from cinescribe.store import read_record, write_record
from cinescribe.study.folders.open_study import open_study
from cinescribe.study.kinds.descriptions import described_films
from cinescribe.study.kinds.judgement import Judgement
from cinescribe.study.kinds.trial import (
    CANNOT_TELL,
    MISSING,
    NEEDED,
    NO,
    PARTLY,
    TRUTH,
    WORTH,
    YES,
)
from cinescribe.study.results.judgements import read_judgements
from cinescribe.study.trial.costs import FilmCost, film_cost
from cinescribe.study.trial.shares import Rate, Share, rate_of, share_of
from cinescribe.study.trial.surroundings import Machine, Software, machine, model_name, served_by, software
from cinescribe.study.trial.trial_folder import RESULTS, read_trial, study_of

FIGURES = ("true", "partly true", "false", "cannot tell", "worth hearing", "silence that needed words")
_VERSION = 1
_DEFAULT_EFFORT = "normal"


@dataclass(frozen=True)
class SharedText(Record):
    """What a judge lets others read.

    Args:
        sentence: that was judged; None for a silent pause.
        truth: of the sentence, as judged.
        worth: whether it is worth hearing.
        needed: whether the pause needed a sentence.
        missing: what is missing, in the judge's words.
    """

    sentence: str | None = None
    truth: str | None = None
    worth: bool | None = None
    needed: bool | None = None
    missing: str | None = None


@dataclass(frozen=True)
class TrialResults(Record):
    """What a trial found.

    Args:
        model: the name of the model that sees.
        served_by: `server`, `hub`, or the kind of captioner.
        software: that described the films.
        machine: that described the films; the model's server may be another.
        films: by length.
        sentences_a_minute: of all films.
        shares: of the sentences and pauses that were judged, see `FIGURES`.
        n_judges: people.
        n_blind: of these, who say that they are blind.
        writer: the name of the model that writes, if it is another.
        effort: quick, normal or thorough.
        unchecked: whether sentences were spoken unchecked.
        texts: that the judge lets others read, in alphabetical order.
        version: of this file.
    """

    model: str
    served_by: str
    software: tuple[Software, ...]
    machine: Machine
    films: tuple[FilmCost, ...]
    sentences_a_minute: Rate
    shares: tuple[Share, ...]
    n_judges: int
    n_blind: int
    writer: str | None = None
    effort: str = _DEFAULT_EFFORT
    unchecked: bool = False
    texts: tuple[SharedText, ...] = ()
    version: int = _VERSION


def trial_results(folder: str | Path, *, with_texts: bool = False) -> TrialResults:
    """Return the results of a trial as far as it is judged.

    Args:
        folder: of the trial.
        with_texts: whether the judge lets others read sentences and what the judge wrote.

    Raises:
        StudyError: when the folder has no trial, or one that is not ready to be judged.
        RecordError: when a description or its log is malformed.
        DatabaseError: when the answers cannot be read.
    """
    folder = Path(folder)
    trial = read_trial(folder)
    with open_study(study_of(folder)) as (database, study):
        judged = [one for one in read_judgements(database, study) if one.is_finished]
    costs = [film_cost(described) for described in described_films(folder).values()]
    seconds = sum(cost.minutes for cost in costs) * 60
    raters = {one.rater: one.is_blind for one in judged}
    models = (trial.captioner, *(() if trial.writer is None else (trial.writer,)))
    return TrialResults(
        model_name(trial.captioner),
        served_by(trial.captioner),
        software(*models),
        machine(),
        tuple(sorted(costs, key=lambda cost: (cost.minutes, cost.sentences, cost.requests or 0))),
        rate_of(sum(cost.sentences for cost in costs), seconds),
        _shares(judged),
        len(raters),
        sum(is_blind is True for is_blind in raters.values()),
        None if trial.writer is None else model_name(trial.writer),
        trial.effort or _DEFAULT_EFFORT,
        trial.unchecked,
        _texts(judged) if with_texts else (),
    )


def write_trial_results(folder: Path, results: TrialResults) -> Path:
    """Write results to the folder of their trial, and return the file.

    Raises:
        OutputError: when the file cannot be written.
    """
    write_record(folder / RESULTS, results)
    return folder / RESULTS


def read_results(path: Path) -> TrialResults:
    """Read the results of a trial.

    Raises:
        RecordError: when the file is missing or malformed.
    """
    return read_record(Path(path), TrialResults)


def _shares(judged: Sequence[Judgement]) -> tuple[Share, ...]:
    truths = Counter(one.answers[TRUTH][0] for one in judged if TRUTH in one.answers)
    worths = [one.answers[WORTH][0] for one in judged if WORTH in one.answers]
    needed = [one.answers[NEEDED] for one in judged if NEEDED in one.answers]
    n_decided = sum(n for label, n in truths.items() if label != CANNOT_TELL)
    counts = (
        (truths[YES], n_decided),
        (truths[PARTLY], n_decided),
        (truths[NO], n_decided),
        (truths[CANNOT_TELL], truths.total()),
        (sum(worths), len(worths)),
        (sum(needed), len(needed)),
    )
    return tuple(share_of(name, *count) for name, count in zip(FIGURES, counts, strict=True))


def _texts(judged: Sequence[Judgement]) -> tuple[SharedText, ...]:
    """In alphabetical order, so that nothing reveals when a sentence is spoken."""
    texts = (
        SharedText(
            one.texts[0].text if one.texts else None,
            next(iter(one.answers.get(TRUTH, ())), None),
            next(iter(one.answers.get(WORTH, ())), None),
            one.answers.get(NEEDED),
            one.answers.get(MISSING),
        )
        for one in judged
    )
    return tuple(sorted(texts, key=lambda text: (text.sentence or "", text.missing or "")))
