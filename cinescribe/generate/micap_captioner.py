"""MICap as a captioner of whole films: sets of clips slide over the film, and people are linked across sets."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import torch
from torch import Tensor

from cinescribe.errors import FeatureError, ModelError
from cinescribe.features.clip_sets.batch import Batch
from cinescribe.features.clip_sets.set_batch import SetBatch
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.features.timed.timed_features import FilmFeatures
from cinescribe.generate.caption_clip_sets import BATCH_SIZE, Decoder
from cinescribe.generate.caption_trace import CaptionTrace
from cinescribe.generate.captioner import CaptionTracer
from cinescribe.generate.cross_attention import stream_attention
from cinescribe.generate.greedy import greedy
from cinescribe.generate.identity_linking import Local, PersonWord, Version, central_versions, link_identities
from cinescribe.generate.logit_constraints import set_limits
from cinescribe.generate.sets import SetCaptions, set_captions
from cinescribe.language.messages.messages import Messages
from cinescribe.language.names.name_replacement import with_names
from cinescribe.models.checkpoint import Checkpoint
from cinescribe.models.model_table import FACE_TOKENS
from cinescribe.schema import Box, Caption, Clip, ClipSet, Evidence, Person

_STRIDE = 2  # clips from the start of a set to that of the next: each clip is captioned in two or three sets
_IDLE = 0.05  # weight of a person who has not the part of a word, where one who surely has it has 1
_PARTS = 2  # the first people of a caption: who acts, and the partner
_MIN_ATTENTION = 1e-9  # of a face
_PERSON = re.compile(r"\bP(\d+)\b")


@dataclass(frozen=True)
class _CaptionedSet:
    """One set with its captions.

    Args:
        first: the number of its first clip in the film.
        batch: only the set, as the model read it.
        captions: its captions.
        frames: attention weights of its words over frames, (L, N, T).
        faces: attention weights of its words over faces, (L, F).
        face_indices: the number in the film of each face of the set, (F,).
    """

    first: int
    batch: SetBatch
    captions: SetCaptions
    frames: Tensor
    faces: Tensor
    face_indices: list[int]

    @property
    def n_clips(self) -> int:
        """Number of its clips."""
        return len(self.captions.texts)


class MicapCaptioner:
    """Captions a whole film with a trained MICap; a `Captioner`.

    It takes all clips of a film in one batch, with the film's features. People have the ids of the batch's persons;
    a person without a known face gets a new id, `p7` and the label `P7` after six known ones. A caption's score is the
    mean log-probability of its tokens.

    Args:
        checkpoint: a MICap that writes captions.
        stride: clips from the start of a set to that of the next.
        decoder: chooses the words.
        name: its name in the cues of a script.

    Raises:
        ModelError: when the checkpoint is not a MICap that writes.
    """

    n_frames = 0
    n_clips = None
    captions_events = True
    further_streams = ()
    language = "en"
    chat_model = None

    def __init__(
        self, checkpoint: Checkpoint, *, stride: int = _STRIDE, decoder: Decoder = greedy, name: str = "micap"
    ) -> None:
        if checkpoint.card.model != "micap" or not checkpoint.model.sizes.writes:
            raise ModelError(
                f"{str(checkpoint.folder)!r} holds a {checkpoint.card.model} that writes no captions of its own; name "
                "the checkpoint of a MICap that writes"
            )
        self.name = name
        self._checkpoint, self._stride, self._decoder = checkpoint, stride, decoder

    @property
    def checkpoint(self) -> Checkpoint:
        """The model that writes."""
        return self._checkpoint

    @property
    def tracer(self) -> CaptionTracer:
        """Itself."""
        return self

    @property
    def drawn_films_only(self) -> bool | None:
        """Whether it was trained on drawn films only, as its card says."""
        return self._checkpoint.card.drawn_films_only

    def with_messages(self, messages: Messages) -> Self:
        """Return itself: it writes English only."""
        return self

    def caption(self, batch: Batch) -> list[Caption]:
        """Return one caption per clip, with the film's people.

        Raises:
            FeatureError: when the batch has no features, or lacks those of a clip.
        """
        return [trace.caption for trace in self.trace(batch)]

    def trace(self, batch: Batch) -> list[CaptionTrace]:
        """Return one trace per clip: its caption, with the inputs and its source position.

        Raises:
            FeatureError: as `caption`.
        """
        clips = [Clip(item.clip.id, item.clip.film, item.clip.span) for item in batch.clips]
        if not clips:
            return []
        if batch.features is None:
            raise FeatureError(
                f"the clips of {clips[0].film!r} have no features of frames, actions and faces, which {self.name} "
                "reads; put the film's features into the batch"
            )
        sets = list(self._captioned_sets(clips, batch.features))
        versions = list(_versions(sets, clips, batch))
        persons = link_identities(versions, [person.id for person in batch.people])
        called = {person: off_screen_person(person).called for person in persons.values()}
        called |= {person.id: person.called for person in batch.people}
        chosen = central_versions(versions, {n: (one.first, one.n_clips) for n, one in enumerate(sets)})
        rate_hz = self._checkpoint.card.sets.frame_rate_hz
        writer = _Writer(clips, batch.features, batch.owners, persons, called, frame_rate_hz=rate_hz)
        return [writer.trace(sets[chosen[n].set], chosen[n], by=self.name) for n in range(len(clips))]

    def _captioned_sets(self, clips: Sequence[Clip], features: FilmFeatures) -> Iterator[_CaptionedSet]:
        card, model, tokens = self._checkpoint.card, self._checkpoint.model, self._checkpoint.tokens
        sets = _sliding(clips, n=card.sets.n_clips, stride=self._stride)
        n_clips = len(sets[0][1].clips)  # fewer than the model takes only in a short film
        reader = SetReader(lambda film: features, tokens, sizes=card.sets, face_tokens=FACE_TOKENS[card.face_tokens])
        limits = set_limits(reader, n_clips)
        for at in range(0, len(sets), BATCH_SIZE):
            some = sets[at : at + BATCH_SIZE]
            batch = reader.batch([clip_set for _, clip_set in some])
            written = self._decoder(model, batch, tokens=tokens, longest=card.sets.n_tokens, limits=limits)
            attention = stream_attention(model, batch, written.words)
            captions = set_captions(written, tokens=tokens, n_clips=n_clips)
            for b, (first, _) in enumerate(some):
                alone, rows = batch.select(torch.tensor([b])), batch.face_index[b].tolist()
                yield _CaptionedSet(first, alone, captions[b], attention.frames[b], attention.faces[b], rows)


def off_screen_person(person: str) -> Person:
    """Return an off-screen person, whom captions mention and no face shows, from the id they were given."""
    return Person(person, label=person.upper())


@dataclass(frozen=True)
class _Writer:
    """Turns chosen captions into text with the film's people, and adds evidence.

    Args:
        clips: the film's clips.
        features: its features.
        owners: the person of each of its faces.
        persons: the person of each local number of a set.
        called: labels or names, by person.
        frame_rate_hz: frames per second that a set has of a clip.
    """

    clips: Sequence[Clip]
    features: FilmFeatures
    owners: Sequence[str | None]
    persons: Mapping[Local, str]
    called: Mapping[str, str]
    frame_rate_hz: float

    def trace(self, captioned: _CaptionedSet, version: Version, *, by: str) -> CaptionTrace:
        """Return the caption of one clip with its trace."""
        first, last = captioned.captions.spans[version.clip - captioned.first]
        people = {word.at + first: self.persons[version.set, version.clip, word.local] for word in version.people}
        return CaptionTrace(
            self._caption(captioned, version, people, by=by),
            captioned.batch,
            words=torch.tensor([captioned.captions.tokens]),
            columns=range(first, last),
            called={column: self.called[person] for column, person in people.items()},
            clips=tuple(self.clips[captioned.first : captioned.first + captioned.n_clips]),
            faces=tuple(captioned.face_indices),
            frame_rate_hz=self.frame_rate_hz,
        )

    def _caption(self, captioned: _CaptionedSet, version: Version, people: Mapping[int, str], *, by: str) -> Caption:
        at = version.clip - captioned.first
        first, last = captioned.captions.spans[at]
        text = captioned.captions.texts[at]
        labels = {match[0]: self.persons[version.set, version.clip, int(match[1])] for match in _PERSON.finditer(text)}
        text = with_names(text, {label: self.called[person] for label, person in labels.items()})
        return Caption(
            self.clips[version.clip].id,
            text,
            people=tuple(dict.fromkeys(people.values())),
            score=captioned.captions.scores[at] / (last - first + 1),
            by=by,
            evidence=(*self._frame_evidence(captioned, at), *self._face_evidence(captioned, people)),
        )

    def _frame_evidence(self, captioned: _CaptionedSet, at: int) -> Iterator[Evidence]:
        """Yield the frame of a clip with the most attention of the caption's words."""
        first, last = captioned.captions.spans[at]
        attention = captioned.frames[first:last, at].mean(0)  # (T,)
        span = self.clips[captioned.first + at].span
        if last > first and float(attention.sum()) > 0:
            time = min(span.start + int(attention.argmax()) / self.frame_rate_hz, span.end)
            share = float(captioned.frames[first:last].sum((1, 2)).mean())
            yield Evidence(time, f"pictures drew {share:.0%} of the words' attention", score=share)

    def _face_evidence(self, captioned: _CaptionedSet, people: Mapping[int, str]) -> Iterator[Evidence]:
        """Yield, for each mentioned person, their face with the most attention of the words for them."""
        for person in dict.fromkeys(people.values()):
            columns = [column for column, other in people.items() if other == person]
            theirs = [n for n, row in enumerate(captioned.face_indices) if self.owners[row] == person]
            attention = captioned.faces[columns][:, theirs].mean(0)
            if theirs and float(attention.sum()) > 0:
                row, share = captioned.face_indices[theirs[int(attention.argmax())]], float(attention.sum())
                what = f"faces of {self.called[person]} drew {share:.0%} of the attention of the word for them"
                yield Evidence(float(self.features.faces.times[row]), what, box=_box(self.features, row), score=share)


def _sliding(clips: Sequence[Clip], *, n: int, stride: int) -> list[tuple[int, ClipSet]]:
    """Return sets of n clips, `stride` apart, the last at the film's end, each with the number of its first clip."""
    last = max(len(clips) - n, 0)
    return [(first, ClipSet(tuple(clips[first : first + n]))) for first in [*range(0, last, stride), last]]


def _versions(sets: Iterable[_CaptionedSet], clips: Sequence[Clip], batch: Batch) -> Iterator[Version]:
    """Yield the caption that every set has for each of its clips."""
    for number, one in enumerate(sets):
        for at, (first, last) in enumerate(one.captions.spans):
            visible = _visible_people(one, clips[one.first + at], batch)
            mentions = [mention for mention in one.captions.mentions if mention.clip == at]
            people = tuple(
                PersonWord(
                    mention.column - first,
                    int(mention.person[1:]),
                    _attention_shares(one, mention.column, visible, part=n),
                )
                for n, mention in enumerate(mentions)
            )
            yield Version(number, one.first + at, one.captions.tokens[first:last], people)


def _visible_people(captioned: _CaptionedSet, clip: Clip, batch: Batch) -> dict[str, list[tuple[int, Sequence[float]]]]:
    """Return the known persons whose faces a clip shows, each with their faces: number in the set, odds of parts."""
    assert batch.features is not None  # `caption` refuses a batch without
    out: dict[str, list[tuple[int, Sequence[float]]]] = defaultdict(list)
    for n, row in enumerate(captioned.face_indices):
        owner = batch.owners[row]
        if owner is not None and clip.span.has(float(batch.features.faces.times[row])):
            out[owner].append((n, batch.parts[row] if batch.parts else (0.0,) * _PARTS))
    return out


def _attention_shares(
    captioned: _CaptionedSet, column: int, visible: Mapping[str, Sequence[tuple[int, Sequence[float]]]], *, part: int
) -> tuple[tuple[str, float], ...]:
    """Return the visible persons with their shares of a word's attention to their faces.

    The first person that a caption names is mostly the actor and the second one the partner, so those who seem to have
    that part get more weight.
    """
    weights = {}
    for owner, faces in visible.items():
        weights[owner] = max(sum(float(captioned.faces[column, n]) for n, _ in faces), _MIN_ATTENTION)
        if part < _PARTS:
            weights[owner] *= _IDLE + sum(parts[part] for _, parts in faces) / len(faces)
    return tuple((owner, weight / sum(weights.values())) for owner, weight in weights.items())


def _box(features: FilmFeatures, row: int) -> Box:
    x0, y0, x1, y1 = features.faces.boxes[row].tolist()
    return x0, y0, x1, y1
