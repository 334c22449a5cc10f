"""The evidence for each word of a film's captions: the frame, stretch of film or face that contributed most.

Legend: `M` columns of a memory, `L` words of a caption.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cinescribe.explain.attribution.gradients import integrated_gradients
from cinescribe.explain.attribution.token_text import token_words
from cinescribe.explain.targets.micap_target import MicapCaption, micap_caption
from cinescribe.features.clip_sets.batch import Batch
from cinescribe.generate.caption_trace import CaptionTrace
from cinescribe.language.tokens.parsed_sentence import Parser
from cinescribe.language.tokens.vocabulary import Tokens
from cinescribe.models.checkpoint import Checkpoint
from cinescribe.models.micap.memory import Memory
from cinescribe.models.micap.sizes import ACTION, FACE
from cinescribe.schema import Box, Evidence
from cinescribe.timing import Seconds

EVIDENCE_VERSION = 1  # raise it when the evidence changes, so that it is computed again in older folders
_N_STEPS = 20  # of integrated gradients: within 1 or 2 % of complete, and films have many words
_CONTENT = {"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM"}


@dataclass(frozen=True)
class _Moment:
    """The time, description and box of a column of the memory."""

    time: Seconds
    what: str
    box: Box | None = None


def word_evidence(trace: CaptionTrace, trained: Checkpoint, batch: Batch, *, parser: Parser) -> tuple[Evidence, ...]:
    """Return the frame, stretch of film or face that contributed most to each content word, by integrated gradients.

    For a person it is the face that contributed most. The score is its share of all positive contributions. Function
    words such as `the` have no evidence, nor have words without a positive contribution.

    Args:
        trace: the caption with its decoding trace.
        trained: the model that wrote it.
        batch: the film's clips, as the captioner read them.
        parser: finds the content words.

    Raises:
        ModelError: when the model has no gradients.
    """
    columns = _content_columns(trace, trained.tokens, parser)
    if not columns:
        return ()
    caption = micap_caption(trained.model, trace.batch, trace.words, columns=columns, tokens=trained.tokens)
    contributions = np.maximum(integrated_gradients(caption, n_steps=_N_STEPS).scores, 0)
    return tuple(_evidence(caption, contributions, _Moments(trace, batch)))


def _content_columns(trace: CaptionTrace, tokens: Tokens, parser: Parser) -> tuple[int, ...]:
    """Return the columns of people and of content words."""
    content = _content_words(trace.caption.text, parser)
    words = token_words(trace.words[0, list(trace.columns)].tolist(), tokens)
    pairs = zip(trace.columns, words, strict=True)
    return tuple(column for column, word in pairs if column in trace.called or word.lower() in content)


def _evidence(caption: MicapCaption, contributions: NDArray[np.float32], moments: _Moments) -> Iterator[Evidence]:
    """Yield the part that contributed most to each word."""
    faces = (caption.memory.kinds == FACE).numpy()
    for column, word, row in zip(caption.columns, caption.words, contributions, strict=True):
        person = moments.trace.called.get(column)
        eligible = row * faces if person else row
        if eligible.any():
            top = int(eligible.argmax())
            moment = moments.of(caption.memory, top)
            share = float(row[top] / row.sum())
            yield Evidence(moment.time, moment.what, box=moment.box, score=share, word=person or word)


def _content_words(text: str, parser: Parser) -> frozenset[str]:
    """Return the content words of a text (nouns, verbs, adjectives, adverbs, numbers) in lower case."""
    (sentences,) = parser.parse([text])
    return frozenset(word.text.lower() for sentence in sentences for word in sentence if word.pos in _CONTENT)


@dataclass(frozen=True)
class _Moments:
    """Finds the moment of a column of the memory."""

    trace: CaptionTrace
    batch: Batch

    def of(self, memory: Memory, column: int) -> _Moment:
        """Return the moment of a column."""
        kind, place = int(memory.kinds[column]), int(memory.places[0, column])
        if kind == FACE:
            return self._face(place)
        n_places = (self.trace.batch.actions if kind == ACTION else self.trace.batch.frames).shape[2]
        clip, at = divmod(place, n_places)
        span = self.trace.clips[clip].span
        if kind == ACTION:
            return _Moment(span.start + (at + 0.5) / n_places * span.duration, "what is done around this moment")
        return _Moment(min(span.start + at / self.trace.frame_rate_hz, span.end), "the picture")

    def _face(self, place: int) -> _Moment:
        row = self.trace.faces[place]
        owner, faces = self.batch.owners[row], self.batch.features
        assert faces is not None  # a trace belongs to a batch with features
        name = next((person.called for person in self.batch.people if person.id == owner), None)
        x0, y0, x1, y1 = faces.faces.boxes[row].tolist()
        return _Moment(float(faces.faces.times[row]), f"face of {name}" if name else "a face", box=(x0, y0, x1, y1))
