"""Notes by witnesses and liars on motivated Backlot films, and whether they are true."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.describer.witness_films import WitnessedFilm
from cinescribe.backlot.plan.truth import FilmTruth
from cinescribe.describe.describe import write_description
from cinescribe.describe.describe_options import DescribeOptions
from cinescribe.describe.narration.chat_notes import READINGS, STAGE, ChatNotes
from cinescribe.describe.narration.narrator import Narrator
from cinescribe.describe.note_fit.reading_truth import implied, is_done
from cinescribe.export.folder import FEATURES
from cinescribe.export.narration import read_narration
from cinescribe.generate.readings.reading import JudgedReading
from cinescribe.generate.readings.reading_fit import ReadingFit
from cinescribe.models.vlm.chat_model import ChatModel
from cinescribe.schema import Script
from cinescribe.store import read_records
from cinescribe.timing import Span


@dataclass(frozen=True)
class KnownReading:
    """A reading of a film, whether it is true, and whether its alternative is."""

    judged: JudgedReading
    is_true: bool
    other_is_true: bool

    @property
    def is_noted(self) -> bool:
        """Whether it is noted."""
        return not self.judged.faults


def described(film: WitnessedFilm, model: ChatModel, fit: ReadingFit | None = None) -> Script:
    """Describe a film by a model, with its notes; nothing of an earlier run is kept.

    Args:
        film: the film.
        model: sees, writes, checks and reads.
        fit: of the model; by default none is known, so that readings are asked for and none is noted.
    """
    for stage in ("narration", STAGE):
        shutil.rmtree(film.folder / FEATURES / stage, ignore_errors=True)
    notes = ChatNotes(fit or ReadingFit(model.name, 0))
    options = DescribeOptions(narrator=Narrator(model, model), notes=notes)
    return write_description(film.path, film.folder, subtitles=film.subtitles, options=options)


def known_readings(film: WitnessedFilm) -> list[KnownReading]:
    """Return the readings of the film's last description, by its truth."""
    path = film.folder / FEATURES / STAGE / READINGS
    abouts = [Span(moment.since, moment.span.end) for moment in read_narration(film.folder)]
    return [known(one, film.truth, abouts) for one in read_records(path, JudgedReading)] if path.is_file() else []


def known(one: JudgedReading, truth: FilmTruth, abouts: Sequence[Span]) -> KnownReading:
    """Return a reading with its truth: in the story's moments of that person that its own moment shows.

    Args:
        one: the reading.
        truth: of the film.
        abouts: what each moment of the film is about.
    """
    members = {member.name: member.id for member in truth.cast}
    numbers = one.reading.moments if one.reading.kind == "trait" else one.reading.moments[:1]
    spans = [abouts[n] for n in numbers]
    own = [
        moment
        for moment in truth.moments
        if moment.actor == members.get(one.reading.who) and any(is_done(truth, moment, span) for span in spans)
    ]
    true = {text for moment in own for text in implied(moment, one.reading.kind)}
    return KnownReading(one, one.reading.text in true, one.reading.alternative in true)
