"""Backlot films, analysed and with a named cast, for a witness who knows their truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.describer.stand_ins.witness_model import Look, Witness, thumbnail
from benchmarks.describer.witness_errors import Errors
from cinescribe.backlot.films.shoot import TRUTH, Size, shoot
from cinescribe.backlot.plan.truth import FilmTruth, FrameSightings
from cinescribe.describe.describe import write_description
from cinescribe.describe.describe_options import DescribeOptions
from cinescribe.export.folder import CAST, FACES, FRAMES_FOLDER, read_script
from cinescribe.features.clip_sets.frames import read_frames
from cinescribe.models.observer.observer import Observer
from cinescribe.schema import Box, Face
from cinescribe.store import read_records
from cinescribe.timing import Span

N_CLIPS = 14  # of a film: about 80 s
_NEAR = 0.25  # seconds from a face to the frame of truth with the same face


@dataclass(frozen=True)
class WitnessedFilm:
    """A film with its truth, and the folder of its description.

    Args:
        seed: of the film.
        truth: of the film.
        sightings: who is where, by time.
        path: of the film.
        subtitles: of its dialogue.
        folder: of the description.
    """

    seed: int
    truth: FilmTruth
    sightings: tuple[FrameSightings, ...]
    path: Path
    subtitles: Path
    folder: Path

    def witness(self, errors: Errors, *, seed: int, gives_probabilities: bool = True) -> Witness:
        """Return a witness of this film."""
        return Witness(self.truth, self.sightings, self._frames, errors, seed, gives_probabilities, self._looks)

    @cached_property
    def _frames(self) -> tuple[tuple[float, NDArray[np.int16]], ...]:
        times, images = read_frames(self.folder / FRAMES_FOLDER, Span(0.0, self.truth.duration + 1), at_most=100_000)
        return tuple((time, thumbnail(image)) for time, image in zip(times, images, strict=True))

    @cached_property
    def _looks(self) -> dict[str, Look]:
        """What was seen in requests: the same in all runs with this film."""
        return {}


def witnessed_film(folder: Path, seed: int, *, motivated: bool = False) -> WitnessedFilm:
    """Shoot and analyse a film, unless that is done, and name its people as truth names them.

    A user would name them by the portraits. Two people who are one member of the cast are merged, as a user would.

    Args:
        folder: for the films.
        seed: of the film.
        motivated: whether its people act for reasons, which its truth gives.
    """
    shot = shoot(folder / str(seed), films=1, seed=seed, size=Size("w", n_clips=N_CLIPS), motivated=motivated)
    (truth,) = read_records(folder / str(seed) / TRUTH, FilmTruth)
    sightings = tuple(read_records(folder / str(seed) / truth.sightings, FrameSightings))
    path, described = shot.films[0], folder / f"{seed}.ad"
    film = WitnessedFilm(seed, truth, sightings, path, path.with_suffix(".srt"), described)
    write_description(path, described, subtitles=film.subtitles, options=DescribeOptions(captioner=Observer()))
    if "name" not in {line.split(" = ")[0] for line in (described / CAST).read_text().splitlines()}:
        name_cast(film)
    return film


def name_cast(film: WitnessedFilm) -> None:
    """Name the people of an analysed film as truth names them."""
    names = {member.id: member.name for member in film.truth.cast}
    faces = read_records(film.folder / FACES, Face)
    labels: dict[str, list[str]] = {}
    for person in read_script(film.folder).people:
        seen = Counter(_who(face, film.sightings) for face in faces if face.person == person.id)
        who = max(seen, key=seen.__getitem__, default="")  # nobody, where only a figure was seen
        if who in names:
            labels.setdefault(names[who], []).append(person.label)
    lines = []
    for name, (first, *others) in labels.items():
        lines += [f"[people.{first}]", f'name = "{name}"', f"merge = {others!r}".replace("'", '"')]
    (film.folder / CAST).write_text("\n".join(lines) + "\n", encoding="utf-8")


def _who(face: Face, sightings: Sequence[FrameSightings]) -> str:
    """The member whose face truth has at a place; "" for nobody."""
    times = np.array([one.time for one in sightings])
    frame = sightings[int(np.abs(times - face.time).argmin())]
    if abs(frame.time - face.time) > _NEAR:
        return ""
    best = max(frame.seen, key=lambda one: _overlap(face.box, one.face), default=None)
    return best.who if best is not None and _overlap(face.box, best.face) > 0 else ""


def _overlap(one: Box, other: Box | None) -> float:
    """Intersection over union."""
    if other is None:
        return 0.0
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    if wide <= 0 or high <= 0:
        return 0.0
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (one, other)]
    return wide * high / (sum(areas) - wide * high)
