"""What led to each word of a film's captions: the frame, stretch or face that did most for it.

Legend: `M` columns of a memory, `L` words of a caption.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cinescribe.explain.attribution.gradients import integrated_gradients
from cinescribe.explain.attribution.token_text import spelt_tokens
from cinescribe.explain.targets.micap_target import SeenSet, seen_set
from cinescribe.features.clip_sets.batch import Batch
from cinescribe.generate.caption_trace import Telling
from cinescribe.language.tokens.vocabulary import Tokens
from cinescribe.language.tokens.words import Parser
from cinescribe.models.checkpoint import Checkpoint
from cinescribe.models.micap.memory import Memory
from cinescribe.models.micap.sizes import ACTION, FACE
from cinescribe.schema import Box, Evidence
from cinescribe.timing import Seconds

VERSION = 1  # raise it when what is told of words changes, so that older folders are looked into anew
_N_STEPS = 20  # of integrated gradients: sums are complete within a percent or two, and films have many words
_CONTENT = {"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM"}


@dataclass(frozen=True)
class _Moment:
    """A column of the memory as people know it."""

    time: Seconds
    what: str
    box: Box | None = None


def word_evidence(telling: Telling, trained: Checkpoint, batch: Batch, *, parser: Parser) -> tuple[Evidence, ...]:
    """For each word with a content the frame, stretch of film or face that did most for it, by integrated gradients.

    For a word that stands for a person it is the face that did most. The score is the share of all that did something
    for the word. Words such as `the` have no evidence, nor those for which nothing did something.

    Args:
        telling: the caption with how it came about.
        trained: the model that wrote it.
        batch: the film's clips, as the captioner got them.
        parser: tells words with a content from others.

    Raises:
        ModelError: when the model has no gradients.
    """
    columns = _asked(telling, trained.tokens, parser)
    if not columns:
        return ()
    seen = seen_set(trained.model, telling.batch, telling.words, columns=columns, tokens=trained.tokens)
    helped = np.maximum(integrated_gradients(seen, n_steps=_N_STEPS).scores, 0)
    return tuple(_evidence(seen, helped, _Moments(telling, batch)))


def _asked(telling: Telling, tokens: Tokens, parser: Parser) -> tuple[int, ...]:
    """The columns of people and of words with a content."""
    content = _content(telling.caption.text, parser)
    words = spelt_tokens(telling.words[0, list(telling.columns)].tolist(), tokens)
    spelt = zip(telling.columns, words, strict=True)
    return tuple(column for column, word in spelt if column in telling.called or word.lower() in content)


def _evidence(seen: SeenSet, helped: NDArray[np.float32], moments: _Moments) -> Iterator[Evidence]:
    """The part that did most for each word."""
    faces = (seen.memory.kinds == FACE).numpy()
    for column, word, row in zip(seen.columns, seen.words, helped, strict=True):
        person = moments.telling.called.get(column)
        held = row * faces if person else row
        if held.any():
            most = int(held.argmax())
            moment = moments.of(seen.memory, most)
            share = float(row[most] / row.sum())
            yield Evidence(moment.time, moment.what, box=moment.box, score=share, word=person or word)


def _content(text: str, parser: Parser) -> frozenset[str]:
    """The words of a text that name things, deeds and qualities, small."""
    (sentences,) = parser.parse([text])
    return frozenset(word.text.lower() for sentence in sentences for word in sentence if word.pos in _CONTENT)


@dataclass(frozen=True)
class _Moments:
    """Tells columns of a memory by time and words."""

    telling: Telling
    batch: Batch

    def of(self, memory: Memory, column: int) -> _Moment:
        """What a column shows."""
        kind, place = int(memory.kinds[column]), int(memory.places[0, column])
        if kind == FACE:
            return self._face(place)
        n_places = (self.telling.batch.actions if kind == ACTION else self.telling.batch.frames).shape[2]
        clip, at = divmod(place, n_places)
        span = self.telling.clips[clip].span
        if kind == ACTION:
            return _Moment(span.start + (at + 0.5) / n_places * span.duration, "what is done around this moment")
        return _Moment(min(span.start + at / self.telling.frame_rate_hz, span.end), "the picture")

    def _face(self, place: int) -> _Moment:
        row = self.telling.faces[place]
        owner, faces = self.batch.owners[row], self.batch.features
        assert faces is not None  # a telling is of a batch with rows
        name = next((person.called for person in self.batch.people if person.id == owner), None)
        x0, y0, x1, y1 = faces.faces.boxes[row].tolist()
        return _Moment(float(faces.faces.times[row]), f"face of {name}" if name else "a face", box=(x0, y0, x1, y1))
