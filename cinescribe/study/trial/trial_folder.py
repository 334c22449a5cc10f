"""The folder of a trial: what was asked for, a description of each film, and the study in which it is judged."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cinescribe.errors import StudyError
from cinescribe.record import Record
from cinescribe.store import read_record, write_record
from cinescribe.study.folders.open_study import CARD

TRIAL = "trial.json"
RESULTS = "trial-results.json"
STUDY = "study"  # the folder in which it is judged


@dataclass(frozen=True)
class Trial(Record):
    """What a trial was asked to do.

    Args:
        captioner: the model that sees, such as `server:http://localhost:11434#qwen3-vl:4b`.
        films: the names of the films' files, without endings, in order.
        writer: the model that writes; None for the captioner.
        effort: quick, normal or thorough; None for the default.
        unchecked: whether sentences were spoken unchecked.
        n_sentences: that are judged, drawn at random; None for all.
        seed: of the draw.
        language: of the sentences, as BCP 47 tag.
    """

    captioner: str
    films: tuple[str, ...]
    writer: str | None = None
    effort: str | None = None
    unchecked: bool = False
    n_sentences: int | None = None
    seed: int = 0
    language: str = "en"


def write_trial(folder: Path, trial: Trial) -> None:
    """Write what a trial is asked to do; a second time only the same.

    Raises:
        StudyError: when the folder has another trial.
        RecordError: when its file is malformed.
        OutputError: when the file cannot be written.
    """
    path = folder / TRIAL
    if not path.is_file():
        write_record(path, trial)
    elif (there := read_record(path, Trial)) != trial:
        differing = next(name for name, value in vars(trial).items() if getattr(there, name) != value)
        raise StudyError(
            f"{str(folder)!r} has a trial with {differing} {getattr(there, differing)!r}, and "
            f"{getattr(trial, differing)!r} came; name another folder, or ask for the same"
        )


def read_trial(folder: Path) -> Trial:
    """Return what a trial was asked to do.

    Raises:
        StudyError: when the folder has no trial.
        RecordError: when its file is malformed.
    """
    if not (folder / TRIAL).is_file():
        raise StudyError(
            f"{str(folder)!r} has no trial ({TRIAL} is missing); name the folder of one, or films with a `captioner`"
        )
    return read_record(folder / TRIAL, Trial)


def study_of(folder: Path) -> Path:
    """Return the folder of a trial's study.

    Raises:
        StudyError: when the folder has no trial, or not all of its films are described.
    """
    trial = read_trial(folder)
    if not (folder / STUDY / CARD).is_file():
        n_films = f"{len(trial.films)} film{'' if len(trial.films) == 1 else 's'}"
        raise StudyError(
            f"the trial in {str(folder)!r} is not ready to be judged; describe its {n_films} to the end: run the trial "
            "again with them"
        )
    return folder / STUDY
