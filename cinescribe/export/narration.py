"""Why each sentence was chosen: the questions to the models of a description, their answers, and the choice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from cinescribe.record import Record
from cinescribe.store import read_records, write_records
from cinescribe.timing import Seconds, Span

NARRATION = "narration.jsonl"  # in a description's folder
_Step: TypeAlias = Literal["seen", "seen again", "written", "checked", "checked again"]


@dataclass(frozen=True)
class Exchange(Record):
    """A question to a model, and its answer.

    Args:
        step: observation, candidate sentences, or a check of which statements are true.
        question: as it was sent, without pictures.
        answer: without thoughts and stop tokens.
        form: of the answer: json, fence, repaired, prose, numbers, or why it could not be read.
        about: the statements of a check, each with what is known of it: a candidate, or a control and its truth.
    """

    step: _Step
    question: str
    answer: str
    form: str | None = None
    about: tuple[str, ...] = ()


@dataclass(frozen=True)
class Considered(Record):
    """A candidate sentence.

    Args:
        text: the sentence.
        duration: seconds that the voice needs.
        probability: that it is true; None where nothing was checked.
        faults: why it was rejected.
        is_said: whether it was chosen.
    """

    text: str
    duration: Seconds
    probability: float | None = None
    faults: tuple[str, ...] = ()
    is_said: bool = False


@dataclass(frozen=True)
class NarratedMoment(Record):
    """A pause of the film, and the origin of its sentence.

    Args:
        span: the pause.
        since: from when on the sentence describes what is seen.
        times: of the frames that the picture model was shown.
        people: who is marked in them, with colours.
        exchanges: the questions and answers, in order.
        considered: the sentences.
        cue: id of the cue that says the chosen one; None for silence.
        gain: what the choice found the sentence worth; 0 for silence.
    """

    span: Span
    since: Seconds
    times: tuple[Seconds, ...] = ()
    people: tuple[str, ...] = ()
    exchanges: tuple[Exchange, ...] = ()
    considered: tuple[Considered, ...] = ()
    cue: str | None = None
    gain: float = 0.0


def keep_narration(folder: Path, moments: Sequence[NarratedMoment]) -> None:
    """Write the moments of a description to its folder; without any, those of an earlier run give way to none.

    Raises:
        OutputError: when the folder cannot be written.
    """
    if moments or (folder / NARRATION).is_file():
        write_records(folder / NARRATION, moments)


def read_narration(folder: Path) -> list[NarratedMoment]:
    """Return the moments of a description; none if it was not written in stages.

    Raises:
        RecordError: when the file is malformed.
    """
    path = folder / NARRATION
    return read_records(path, NarratedMoment) if path.is_file() else []
