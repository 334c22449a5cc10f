"""Whom the person words of captions mean: as a stage of a description."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from cinescribe.describe.captioner_selection import leaves_out, suitable_pointer
from cinescribe.describe.describe_options import DescribeOptions
from cinescribe.describe.film_features import film_features
from cinescribe.describe.narration.film_narration import FilmFacts
from cinescribe.describe.scenes.figure_people import figure_owners, with_figures_of
from cinescribe.describe.scenes.passing_people import with_somebody
from cinescribe.describe.scenes.scenes import drawn_scene_numbers
from cinescribe.describe.stages import Stages
from cinescribe.generate.captioner import Captioner
from cinescribe.generate.micap_captioner import off_screen_person
from cinescribe.generate.pointing.person_pointer import PointedFilm
from cinescribe.progress import Progress
from cinescribe.schema import Caption, Clip, Film, Person
from cinescribe.store import read_records, write_records
from cinescribe.timing import Seconds


@dataclass(frozen=True)
class CaptionedFilm:
    """What captions are of.

    Args:
        film: the film.
        facts: what is known of it.
        captioner: wrote the captions.
        clips: that they describe.
    """

    film: Film
    facts: FilmFacts
    captioner: Captioner
    clips: Sequence[Clip]


def with_pointed_people(
    captions: list[Caption], made: CaptionedFilm, parts: DescribeOptions, *, stages: Stages, key: Mapping[str, Any]
) -> list[Caption]:
    """Return the captions with the people that a pointer means, unless the film is unlike those it learnt from.

    A person who is mentioned once and has no visible face is called `somebody`.

    Args:
        captions: of the film.
        made: what they are of; the film is read again for a pointer that also sees people without faces.
        parts: has the pointer, else the bundled one is used for captions of the bundled MICap.
        stages: keeps the captions.
        key: what the film's measurements depend on.

    Raises:
        FeatureError: when features of a clip are missing, or have other widths than the pointer's.
        FilmError: when the film cannot be read again.
        ModelError: when the bundled weights are damaged.
        OutputError: when the folder cannot be written.
    """
    facts, pointer = made.facts, parts.pointer
    if pointer is None and not parts.captioned_people:
        pointer = suitable_pointer(made.captioner)
    if pointer is None:
        return captions
    if leaves_out(facts.analysis.clip, parts.announce, consequence="people stay as captioned"):
        stages.note("not pointed", by=pointer.name)
        return captions

    def work(folder: Path) -> None:
        features, owners = film_features(facts.analysis, facts.faces)
        if pointer.reads_figures:
            report = partial(_report, parts.progress, made.film.duration)
            features = with_figures_of(made.film, features, stages=stages, key=key, progress=report)
            scenes = drawn_scene_numbers(facts.analysis.shots, facts.analysis.clip)
            owners = figure_owners(features, owners, facts.analysis.shots, scenes)
        pointed = pointer.pointed(captions, PointedFilm(made.clips, facts.people, features, owners))
        write_records(folder / "captions.jsonl", pointed)

    wanted = {
        **key,
        "captions": [caption.to_dict() for caption in captions],
        "by": pointer.name,
        "cuts": [clip.to_dict() for clip in made.clips],
        "people": [person.replace(portrait=None).to_dict() for person in facts.people],
        "owners": [face.person for face in facts.faces],
    }
    pointed = list(read_records(stages.run("person words", wanted, work) / "captions.jsonl", Caption))
    return with_somebody(pointed, [person.id for person in facts.people])


def _report(progress: Progress, duration: Seconds, time: Seconds) -> None:
    progress("people", time / duration)


def off_screen(captions: Sequence[Caption], people: Sequence[Person]) -> list[Person]:
    """Return the people whom captions mention and no face shows, by first mention."""
    known = {person.id for person in people}
    mentioned = dict.fromkeys(person for caption in captions for person in caption.people)
    return [off_screen_person(person) for person in mentioned if person not in known]
