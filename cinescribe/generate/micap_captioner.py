"""MICap as a captioner of whole films: sets of clips slide over the film, people stay themselves through it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from cinescribe.errors import FeatureError, ModelError
from cinescribe.features.clip_sets.batch import Batch
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.features.rows.timed_features import FilmFeatures
from cinescribe.generate.caption_clip_sets import AT_ONCE, Decoder
from cinescribe.generate.caption_trace import Telling
from cinescribe.generate.cross_attention import gaze
from cinescribe.generate.greedy import greedy
from cinescribe.generate.identity_linking import Local, PersonWord, Version, central, stitched
from cinescribe.generate.logit_constraints import SetLimits
from cinescribe.generate.sets import SetCaptions, set_captions
from cinescribe.models.checkpoint import Checkpoint
from cinescribe.models.model_table import FACE_TOKENS
from cinescribe.schema import Box, Caption, Clip, ClipSet, Evidence, Person

STRIDE = 2  # clips from the start of a set to that of the next: each clip is told by two or three sets
_IDLE = 0.05  # how much somebody counts who is seen far from what is done, beside 1 for who does it
_NOTHING = 1e-9  # attention below which nothing is looked at
_PERSON = re.compile(r"\bP(\d+)\b")


@dataclass(frozen=True)
class _Told:
    """One set as it was told.

    Args:
        first: the first of its clips in the film.
        batch: the set alone, as the model read it.
        captions: what was written.
        frames: where its words look, (L, N, T).
        faces: likewise, (L, F).
        face_rows: the set's faces in the film's `FaceRows`, (F,).
    """

    first: int
    batch: SetBatch
    captions: SetCaptions
    frames: Tensor
    faces: Tensor
    face_rows: list[int]

    @property
    def n_clips(self) -> int:
        """How many clips it has."""
        return len(self.captions.texts)


class MicapCaptioner:
    """Writes the captions of a whole film with a trained MICap; a `Captioner`.

    It wants all the clips of a film in one batch, with the film's rows. People have the ids of the batch's persons;
    whoever no face shows is somebody new, `p7` and called `P7` after six known ones. A caption's score is the mean
    log-probability of its tokens.

    Args:
        trained: a MICap that writes.
        stride: clips from the start of a set to that of the next.
        decoder: chooses the words.
        name: who writes, as cues tell it.

    Raises:
        ModelError: when the checkpoint is of another model, or of one that only fills in.
    """

    n_frames = 0
    n_clips = None

    def __init__(
        self, trained: Checkpoint, *, stride: int = STRIDE, decoder: Decoder = greedy, name: str = "micap"
    ) -> None:
        if trained.card.model != "micap" or not trained.model.sizes.writes:
            raise ModelError(
                f"{str(trained.folder)!r} holds a {trained.card.model} that writes no captions of its own; name the "
                "checkpoint of a MICap that writes"
            )
        self.name = name
        self._trained, self._stride, self._decoder = trained, stride, decoder

    @property
    def trained(self) -> Checkpoint:
        """What it writes with."""
        return self._trained

    def caption(self, batch: Batch) -> list[Caption]:
        """One caption a clip, with the film's people.

        Raises:
            FeatureError: when the batch has no rows, or lacks those of a clip.
        """
        return [telling.caption for telling in self.tell(batch)]

    def tell(self, batch: Batch) -> list[Telling]:
        """The same with how each caption came about.

        Raises:
            FeatureError: as `caption`.
        """
        clips = [Clip(seen.clip.id, seen.clip.film, seen.clip.span) for seen in batch.seen]
        if not clips:
            return []
        if batch.features is None:
            raise FeatureError(
                f"the clips of {clips[0].film!r} came without rows of pictures, actions and faces, which {self.name} "
                "reads; have them computed while the film is watched"
            )
        told = list(self._told(clips, batch.features))
        versions = list(_versions(told, clips, batch))
        persons = stitched(versions, [person.id for person in batch.people])
        called = {person: unseen(person).called for person in persons.values()}
        called |= {person.id: person.called for person in batch.people}
        chosen = central(versions, {n: (one.first, one.n_clips) for n, one in enumerate(told)})
        rate_hz = self._trained.card.sets.frame_rate_hz
        writer = _Writer(clips, batch.features, batch.owners, persons, called, frame_rate_hz=rate_hz)
        return [writer.telling(told[chosen[n].set], chosen[n], by=self.name) for n in range(len(clips))]

    def _told(self, clips: Sequence[Clip], features: FilmFeatures) -> Iterator[_Told]:
        card, model, tokens = self._trained.card, self._trained.model, self._trained.tokens
        sets = _sliding(clips, n=card.sets.n_clips, stride=self._stride)
        n_clips = len(sets[0][1].clips)  # fewer than the model takes in a short film alone
        limits = SetLimits(tokens, n_clips)
        reader = SetReader(lambda film: features, tokens, sizes=card.sets, face_tokens=FACE_TOKENS[card.face_tokens])
        for at in range(0, len(sets), AT_ONCE):
            some = sets[at : at + AT_ONCE]
            batch = reader.batch([clip_set for _, clip_set in some])
            written = self._decoder(model, batch, tokens=tokens, longest=card.sets.n_tokens, limits=limits)
            looks = gaze(model, batch, written.words)
            captions = set_captions(written, tokens=tokens, n_clips=n_clips)
            for b, (first, _) in enumerate(some):
                alone, rows = batch.select(torch.tensor([b])), batch.face_row[b].tolist()
                yield _Told(first, alone, captions[b], looks.frames[b], looks.faces[b], rows)


def unseen(person: str) -> Person:
    """Somebody whom captions tell of and no face shows, by the id they were given."""
    return Person(person, label=person.upper())


@dataclass(frozen=True)
class _Writer:
    """Puts chosen captions into words, with the film's people and with evidence.

    Args:
        clips: the film's clips.
        features: its rows.
        owners: the person of each of its faces.
        persons: who each local number of a set is.
        called: what to call people, by id.
        frame_rate_hz: frames of a clip that a set has in a second.
    """

    clips: Sequence[Clip]
    features: FilmFeatures
    owners: Sequence[str | None]
    persons: Mapping[Local, str]
    called: Mapping[str, str]
    frame_rate_hz: float

    def telling(self, told: _Told, version: Version, *, by: str) -> Telling:
        """The caption of one clip, and how it came about."""
        first, last = told.captions.spans[version.clip - told.first]
        people = {word.at + first: self.persons[version.set, version.clip, word.local] for word in version.people}
        return Telling(
            self._caption(told, version, people, by=by),
            told.batch,
            words=torch.tensor([told.captions.tokens]),
            columns=range(first, last),
            called={column: self.called[person] for column, person in people.items()},
            clips=tuple(self.clips[told.first : told.first + told.n_clips]),
            faces=tuple(told.face_rows),
            frame_rate_hz=self.frame_rate_hz,
        )

    def _caption(self, told: _Told, version: Version, people: Mapping[int, str], *, by: str) -> Caption:
        at = version.clip - told.first
        first, last = told.captions.spans[at]
        text = _PERSON.sub(
            lambda found: self.called[self.persons[version.set, version.clip, int(found[1])]], told.captions.texts[at]
        )
        return Caption(
            self.clips[version.clip].id,
            text,
            people=tuple(dict.fromkeys(people.values())),
            score=told.captions.scores[at] / (last - first + 1),
            by=by,
            evidence=(*self._frame(told, at), *self._faces(told, people)),
        )

    def _frame(self, told: _Told, at: int) -> Iterator[Evidence]:
        """The frame of a clip that its words look at most."""
        first, last = told.captions.spans[at]
        looks = told.frames[first:last, at].mean(0)  # (T,)
        span = self.clips[told.first + at].span
        if last > first and float(looks.sum()) > 0:
            time = min(span.start + int(looks.argmax()) / self.frame_rate_hz, span.end)
            share = float(told.frames[first:last].sum((1, 2)).mean())
            yield Evidence(time, f"pictures drew {share:.0%} of the words' attention", score=share)

    def _faces(self, told: _Told, people: Mapping[int, str]) -> Iterator[Evidence]:
        """For each person told of, the face of theirs that the words for them look at most."""
        for person in dict.fromkeys(people.values()):
            columns = [column for column, other in people.items() if other == person]
            theirs = [n for n, row in enumerate(told.face_rows) if self.owners[row] == person]
            looks = told.faces[columns][:, theirs].mean(0)
            if theirs and float(looks.sum()) > 0:
                row, share = told.face_rows[theirs[int(looks.argmax())]], float(looks.sum())
                what = f"faces of {self.called[person]} drew {share:.0%} of the attention of the word for them"
                yield Evidence(float(self.features.faces.times[row]), what, box=_box(self.features, row), score=share)


def _sliding(clips: Sequence[Clip], *, n: int, stride: int) -> list[tuple[int, ClipSet]]:
    """Sets of n clips that begin `stride` clips apart, the last with the film's end, each with its first clip."""
    last = max(len(clips) - n, 0)
    return [(first, ClipSet(tuple(clips[first : first + n]))) for first in [*range(0, last, stride), last]]


def _versions(told: Iterable[_Told], clips: Sequence[Clip], batch: Batch) -> Iterator[Version]:
    """What every set says of each of its clips."""
    for number, one in enumerate(told):
        for at, (first, last) in enumerate(one.captions.spans):
            shown = _shown(one, clips[one.first + at], batch)
            mentions = [said for said in one.captions.mentions if said.clip == at]
            people = tuple(
                PersonWord(said.column - first, int(said.person[1:]), _shares(one, said.column, shown, acting=n == 0))
                for n, said in enumerate(mentions)
            )
            yield Version(number, one.first + at, one.captions.tokens[first:last], people)


def _shown(told: _Told, clip: Clip, batch: Batch) -> dict[str, list[tuple[int, float]]]:
    """The known persons a clip shows, each with their faces: number in the set, and how much it acts."""
    assert batch.features is not None  # `caption` refuses a batch without
    out: dict[str, list[tuple[int, float]]] = defaultdict(list)
    for n, row in enumerate(told.face_rows):
        owner = batch.owners[row]
        if owner is not None and clip.span.has(float(batch.features.faces.times[row])):
            out[owner].append((n, batch.acts[row] if batch.acts else 0.0))
    return out


def _shares(
    told: _Told, column: int, shown: Mapping[str, Sequence[tuple[int, float]]], *, acting: bool
) -> tuple[tuple[str, float], ...]:
    """The persons whose faces a clip shows, with their shares of a word's attention to those.

    The first person that a caption names is mostly who acts, so those who are where something is done count more.
    """
    looks = {}
    for owner, faces in shown.items():
        looks[owner] = max(sum(float(told.faces[column, n]) for n, _ in faces), _NOTHING)
        if acting:
            looks[owner] *= _IDLE + sum(act for _, act in faces) / len(faces)
    return tuple((owner, look / sum(looks.values())) for owner, look in looks.items())


def _box(features: FilmFeatures, row: int) -> Box:
    x0, y0, x1, y1 = features.faces.boxes[row].tolist()
    return x0, y0, x1, y1
