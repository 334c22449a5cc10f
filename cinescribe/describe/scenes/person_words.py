"""Whom the person words of captions mean: as a stage of a description."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from cinescribe.describe.captioner_selection import leaves_out
from cinescribe.describe.film_features import film_features
from cinescribe.describe.narration.film_narration import FilmFacts
from cinescribe.describe.stages import Stages
from cinescribe.generate.micap_captioner import off_screen_person
from cinescribe.generate.pointing.person_pointer import PersonPointer, PointedFilm
from cinescribe.schema import Caption, Clip, Person
from cinescribe.store import read_records, write_records


def with_pointed_people(
    captions: list[Caption],
    clips: Sequence[Clip],
    film: FilmFacts,
    *,
    pointer: PersonPointer | None,
    stages: Stages,
    key: Mapping[str, Any],
    announce: Callable[[str], None],
) -> list[Caption]:
    """Return the captions with the people that a pointer means, unless the film is unlike those it learnt from.

    Args:
        captions: of the film.
        clips: that they describe.
        film: what is known of it.
        pointer: assigns people to words, if one was asked for.
        stages: keeps the captions.
        key: what the film's measurements depend on.
        announce: is told if people stay as the captioner has them.

    Raises:
        FeatureError: when features of a clip are missing, or have other widths than the pointer's.
        OutputError: when the folder cannot be written.
    """
    if pointer is None:
        return captions
    if leaves_out(film.analysis.clip, announce, consequence="people stay as captioned"):
        stages.note("not pointed", by=pointer.name)
        return captions

    def work(folder: Path) -> None:
        features, owners = film_features(film.analysis, film.faces)
        pointed = pointer.pointed(captions, PointedFilm(clips, film.people, features, owners))
        write_records(folder / "captions.jsonl", pointed)

    wanted = {
        **key,
        "captions": [caption.to_dict() for caption in captions],
        "by": pointer.name,
        "cuts": [clip.to_dict() for clip in clips],
        "people": [person.replace(portrait=None).to_dict() for person in film.people],
        "owners": [face.person for face in film.faces],
    }
    return list(read_records(stages.run("person words", wanted, work) / "captions.jsonl", Caption))


def off_screen(captions: Sequence[Caption], people: Sequence[Person]) -> list[Person]:
    """Return the people whom captions mention and no face shows, by first mention."""
    known = {person.id for person in people}
    mentioned = dict.fromkeys(person for caption in captions for person in caption.people)
    return [off_screen_person(person) for person in mentioned if person not in known]
