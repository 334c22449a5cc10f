"""Who the faces and figures of a corpus are, and their parts, where its films come with truth, as those of Backlot do.

Legend: `B` sets, `F` faces in a set.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from cinescribe.backlot.films.shoot import truth_path
from cinescribe.backlot.plan.plan import THINGS
from cinescribe.backlot.plan.truth import FilmedClip, FilmTruth, FrameSightings
from cinescribe.corpus.core.corpus import Corpus, CorpusFilm
from cinescribe.features.clip_sets.film_people import FilmPeople, people_of_features
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.features.faces.following import overlap
from cinescribe.features.timed.timed_features import FilmFeatures
from cinescribe.models.pointer.sizes import POINTER_ROLES
from cinescribe.schema import Box, ClipSet
from cinescribe.store import read_record, read_records

_FilmSource: TypeAlias = Callable[[str], FilmFeatures]

UNKNOWN = -1  # whose face, or which part
NOBODY = 0  # a face that no caption of the set numbers
_NEAR = 0.26  # seconds between a face and a sighting; there are four sightings a second
_SAME = 0.3  # intersection over union of a found face and a true one: boxes of detectors differ from drawn ones


@dataclass(frozen=True)
class FaceTruth:
    """The truth about the faces and figures of a film, the rows of its `FilmPeople`.

    Args:
        who: the person's id in the film, "" for a stranger, None where it is not known, for each face.
        parts: their part in the action of the clip, an index of `POINTER_ROLES` or `UNKNOWN`, (n,).
    """

    who: tuple[str | None, ...]
    parts: NDArray[np.int64]


@dataclass(frozen=True)
class TrueFacesBatch(SetBatch):
    """A batch of sets whose faces are known.

    Args:
        face_person: the number in the set of the person of each face, 1 for P1, `NOBODY` or `UNKNOWN`, (B, F).
        face_part: their part in the action, an index of `POINTER_ROLES` or `UNKNOWN`, (B, F).
    """

    face_person: Tensor
    face_part: Tensor


class FaceTruths:
    """The truth about the faces and figures of a corpus's films, read when it is asked for.

    Args:
        corpus: the corpus.
        films: returns the features of a film by its id.
    """

    def __init__(self, corpus: Corpus, films: _FilmSource) -> None:
        self._films = {film.id: film for film in corpus.films}
        self._people = {clip.id: clip.people for clip in corpus.clips}
        self._folder, self._features = corpus.folder, films
        self.of_film = lru_cache(None)(self._of_film)

    def known(self, films: Sequence[str]) -> bool:
        """Return whether each of these films has truth."""
        return all(_truth_file(self._folder, self._films[film]) is not None for film in films)

    def with_truth(self, batch: SetBatch, sets: Sequence[ClipSet]) -> TrueFacesBatch:
        """Return the batch of these sets with the truth about its faces; `UNKNOWN` where a film has none.

        The captions' numbers and the film's ids are matched through the list of people in each clip.
        """
        person, part = (torch.full_like(batch.face_index, UNKNOWN) for _ in range(2))
        for row, clip_set in enumerate(sets):
            truth = self.of_film(clip_set.clips[0].film)
            if truth is None:
                continue
            numbers = self._numbers(clip_set)
            index = batch.face_index[row][batch.face_mask[row]].tolist()
            person[row, batch.face_mask[row]] = torch.tensor(
                [UNKNOWN if (who := truth.who[face]) is None else numbers.get(who, NOBODY) for face in index],
                dtype=torch.long,
            )
            part[row, batch.face_mask[row]] = torch.from_numpy(truth.parts[index])
        return TrueFacesBatch(**vars(batch), face_person=person, face_part=part)

    def _numbers(self, clip_set: ClipSet) -> dict[str, int]:
        pairs: dict[str, str] = {}
        for clip in clip_set.clips:
            pairs |= dict(zip(self._people[clip.id], clip.people, strict=True))
        return {who: int(number[1:]) for who, number in pairs.items()}

    def _of_film(self, film: str) -> FaceTruth | None:
        path = _truth_file(self._folder, self._films[film])
        if path is None:
            return None
        truth = read_record(path, FilmTruth)
        return face_truth(
            people_of_features(self._features(film)), truth, read_records(path.parent / truth.sightings, FrameSightings)
        )


def face_truth(people: FilmPeople, truth: FilmTruth, sightings: Sequence[FrameSightings]) -> FaceTruth:
    """Return the truth about found faces and figures: that of the face each overlaps most, or of the nearest head."""
    times = np.array([frame.time for frame in sightings])
    clips = np.array([clip.span.start for clip in truth.clips])
    who: list[str | None] = []
    parts = np.full(len(people), UNKNOWN)
    rows = zip(people.times.tolist(), people.boxes.tolist(), people.has_face.tolist(), strict=True)
    for number, (time, box, has_face) in enumerate(rows):
        frame = sightings[int(np.abs(times - time).argmin())]
        seen = _who if has_face else _whose_head
        found = seen(tuple(box), frame) if abs(frame.time - time) <= _NEAR else None
        who.append("" if found is not None and found not in _cast(truth) else found)
        if found is not None:
            clip = truth.clips[max(int(np.searchsorted(clips, time, side="right")) - 1, 0)]
            parts[number] = POINTER_ROLES.index(_part(found, clip))
    return FaceTruth(tuple(who), parts)


def _cast(truth: FilmTruth) -> set[str]:
    return {member.id for member in truth.cast}


def _who(box: Box, frame: FrameSightings) -> str | None:
    best = max(
        (one for one in frame.seen if one.face is not None),
        key=lambda one: overlap(box, one.face or box),
        default=None,
    )
    return best.who if best is not None and best.face is not None and overlap(box, best.face) >= _SAME else None


def _whose_head(box: Box, frame: FrameSightings) -> str | None:
    """Return whose head is nearest to the middle of a box, if that is no further than the box is large."""
    x, y, wide, tall = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, box[2] - box[0], box[3] - box[1]
    far = {}
    for n, one in enumerate(frame.seen):
        if one.who in THINGS:
            continue
        far[n] = max(abs(one.head[0] - x) / max(wide, 1e-6), abs(one.head[1] - y) / max(tall, 1e-6))
    best = min(far, key=lambda n: far[n], default=None)
    return frame.seen[best].who if best is not None and far[best] <= 1 else None


def _part(who: str, clip: FilmedClip) -> str:
    if who == clip.actor:
        return "actor"
    if who == clip.partner:
        return "partner"
    return "bystander" if who in clip.people else "stranger"


def _truth_file(folder: Path, film: CorpusFilm) -> Path | None:
    if film.path is None:
        return None
    path = truth_path((folder / film.path).parent, Path(film.path).stem)
    return path if path.exists() else None
