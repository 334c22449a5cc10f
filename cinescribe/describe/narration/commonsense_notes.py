"""Notes on what captions imply, as a stage of a description."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from cinescribe.describe.captioner_selection import leaves_out
from cinescribe.describe.film_features import film_features
from cinescribe.describe.narration.film_narration import FilmFacts
from cinescribe.describe.stages import Stages
from cinescribe.generate.commonsense.note_writer import NoteWriter
from cinescribe.schema import Caption, Clip
from cinescribe.store import read_records, write_records


def with_notes(
    captions: list[Caption],
    clips: Sequence[Clip],
    film: FilmFacts,
    *,
    writer: NoteWriter | None,
    stages: Stages,
    key: Mapping[str, Any],
    announce: Callable[[str], None],
) -> list[Caption]:
    """Return the captions with notes, unless there is no writer or the film is unlike those in its training data.

    Args:
        captions: of the film.
        clips: that they describe; none if a narrator wrote them, whose captions have spans of their own.
        film: what is known of it.
        writer: writes the notes, if any.
        stages: keeps them.
        key: what the film's measurements depend on.
        announce: is called if there will be none.
    """
    if writer is None:
        return captions
    drawn_only = writer.drawn_films_only is not False  # older cards do not say
    if drawn_only and leaves_out(film.analysis.clip, announce, consequence="no notes"):
        stages.note("no notes", by=writer.name)
        return captions
    called = {person.id: person.called for person in film.people}
    shots = [Clip(f"shot-{n}", "film", shot.span) for n, shot in enumerate(film.analysis.shots)]

    def work(folder: Path) -> None:
        features, _ = film_features(film.analysis, film.faces)
        write_records(folder / "captions.jsonl", writer.noted(captions, clips or shots, called, features))

    wanted = {**key, "captions": [caption.to_dict() for caption in captions], "by": writer.name, "called": called}
    return list(read_records(stages.run("notes", wanted, work) / "captions.jsonl", Caption))
