"""Notes by the chat model that narrated a film: what accepted sentences imply, checked and weighed by a fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cinescribe.describe.narration.accepted_facts import read_moments
from cinescribe.describe.narration.film_frames import moment_frames
from cinescribe.describe.narration.film_moments import FilmFrames
from cinescribe.describe.narration.film_narration import FilmFacts
from cinescribe.describe.narration.film_roles import film_roles
from cinescribe.describe.narration.narrator import Narrator
from cinescribe.describe.stages import Stages
from cinescribe.export.narration import NarratedMoment
from cinescribe.generate.commonsense.note_writer import NOTE_FIELDS
from cinescribe.generate.narration.language.fact_wordings import fact_wordings
from cinescribe.generate.narration.language.spoken_language import SpokenLanguage
from cinescribe.generate.narration.moments import Role
from cinescribe.generate.readings.film_readings import Reader, film_readings
from cinescribe.generate.readings.reading import JudgedReading
from cinescribe.generate.readings.reading_fit import ReadingFit
from cinescribe.language.messages.messages import Messages
from cinescribe.language.vectors.sentence_vectors import sentence_vectors
from cinescribe.schema import Caption
from cinescribe.store import read_records, write_records

READINGS = "readings.jsonl"  # in the folder of the stage
STAGE = "readings"
_FRAMES = "frames of readings"
_VERSION = 1  # of questions and checks; raising it makes older folders be read again
_CAPTIONS = "captions.jsonl"
_FIELDS = frozenset(NOTE_FIELDS.values())


@dataclass(frozen=True)
class ChatNotes:
    """Notes by the model that narrates.

    Args:
        fit: what is known of the model's readings; None where nothing is, so that nothing is noted.
    """

    fit: ReadingFit | None = None


@dataclass(frozen=True)
class NarratedFilm:
    """A narrated film.

    Args:
        film: what is known of it.
        captions: its sentences, one for each moment with a sentence, in order.
        moments: every pause.
    """

    film: FilmFacts
    captions: Sequence[Caption]
    moments: Sequence[NarratedMoment]


def with_chat_notes(
    narrated: NarratedFilm,
    notes: ChatNotes,
    narrator: Narrator,
    *,
    messages: Messages,
    stages: Stages,
    key: Mapping[str, Any],
    progress: Callable[[float], None],
    announce: Callable[[str], None],
) -> list[Caption]:
    """Return the captions of a narrated film with notes; a second call with the same film and model only reads them.

    Args:
        narrated: the film with its sentences.
        notes: the fit of the model.
        narrator: whose picture model reads the film, and whose writer words notes in other languages than English.
        messages: in the language of the notes.
        stages: keeps the result.
        key: what the measurements depend on.
        progress: called with the share that is done.
        announce: called with a line if nothing can be noted.

    Raises:
        ModelError: when a model does not answer.
        OutputError: when the result cannot be kept.
    """
    if not narrator.checks:
        announce("no notes: nothing was checked, and notes rest on sentences that were; leave out `unchecked`")
        return list(narrated.captions)
    if notes.fit is None:
        announce(
            f"no notes: nothing says how likely those of {narrator.seer.name} are; fit them on films whose truth is "
            "known with `cinescribe fit-notes`, and name the file: --notes model:FILE"
        )
        return list(narrated.captions)
    film = narrated.film
    words = None if SpokenLanguage(narrator.language).is_english else messages
    roles = film_roles(film.people, film.faces, film.analysis.shots, words)

    def work(folder: Path) -> None:
        found = _readings(narrated, narrator, roles, notes.fit, stages=stages, key=key, progress=progress)
        kept = [one for one in found if not one.faults]
        texts = _worded(kept, narrator, roles)
        write_records(folder / READINGS, found)
        write_records(folder / _CAPTIONS, _noted(narrated, kept, texts, messages))
        stages.note("readings", given=len(found), noted=len(kept))

    wanted = {
        **key,
        "read": _VERSION,
        "by": [narrator.seer.name, narrator.writer.name],
        "fit": notes.fit.to_dict(),
        "captions": [caption.to_dict() for caption in narrated.captions],
        "moments": [[one.to_dict() for one in moment.considered] for moment in narrated.moments],
        "speech": [part.to_dict() for part in film.speech],
        "called": [[role.id, role.name, role.local_name] for role in roles],
        "words": messages.digest,
    }
    return read_records(stages.run(STAGE, wanted, work) / _CAPTIONS, Caption)


def _readings(
    narrated: NarratedFilm,
    narrator: Narrator,
    roles: tuple[Role, ...],
    fit: ReadingFit | None,
    *,
    stages: Stages,
    key: Mapping[str, Any],
    progress: Callable[[float], None],
) -> list[JudgedReading]:
    film, kept = narrated.film, narrated.film.analysis.frames
    moments = read_moments(narrated.moments, film.analysis.shots, film.speech, roles)
    larger = moment_frames(
        film.film,
        [one.moment for one in moments],
        kept,
        side=narrator.seer.can.longest_side,
        stages=stages,
        key=key,
        progress=lambda time: None,
        stage=_FRAMES,
    )
    look = FilmFrames(kept, film.faces, larger)
    return film_readings(moments, Reader(narrator.seer, look, roles, sentence_vectors(), fit, progress))


def _worded(kept: Sequence[JudgedReading], narrator: Narrator, roles: Sequence[Role]) -> dict[str, str]:
    """The statement of each reading in the language of the description; those without one are left out."""
    language = SpokenLanguage(narrator.language)
    plain = [one.reading.plain for one in kept]
    if language.is_english or not plain:
        return {one.reading.plain: f"{one.reading.who}: {one.reading.text}" for one in kept}
    return fact_wordings(plain, roles, language, ask=narrator.writer.ask, faults=_no_faults)


def _no_faults(texts: Sequence[str]) -> list[tuple[str, ...]]:
    """Notes are not spoken: what a listener must not hear, such as wishes, is what they are for."""
    return [() for _ in texts]


def _noted(
    narrated: NarratedFilm, kept: Sequence[JudgedReading], texts: Mapping[str, str], messages: Messages
) -> list[Caption]:
    """The captions with the readings of their moments; a trait is noted where the person last acted so."""
    said = [n for n, moment in enumerate(narrated.moments) if any(one.is_said for one in moment.considered)]
    number = {moment: n for n, moment in enumerate(said)}
    notes: dict[tuple[int, str], list[str]] = {}
    for one in kept:
        own = one.reading.moments[::-1] if one.reading.kind == "trait" else one.reading.moments[:1]
        caption = next((number[moment] for moment in own if moment in number), None)
        if caption is None or one.reading.plain not in texts:
            continue
        text = messages.text("note-likely", note=texts[one.reading.plain], percent=round(100 * (one.probability or 0)))
        notes.setdefault((caption, one.reading.kind), []).append(text)
    return [
        caption.replace(**{kind: "; ".join(notes[n, kind]) for kind in sorted(_FIELDS) if (n, kind) in notes})
        for n, caption in enumerate(narrated.captions)
    ]
