"""Notes on a film's captions: why a person acts, what follows, what the person is like, as far as a model is sure."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from cinescribe.features.timed.timed_features import NO_FACES, FilmFeatures
from cinescribe.generate.commonsense.commonsense_reader import CommonsenseItem, CommonsenseReader, window_of
from cinescribe.generate.commonsense.confidence import Confidence, with_chance
from cinescribe.generate.commonsense.write_commonsense import WrittenPhrase, write_commonsense
from cinescribe.language.names.name_replacement import with_names
from cinescribe.models.checkpoint import Checkpoint
from cinescribe.schema import ASPECTS, Caption, Clip
from cinescribe.timing import Span

NOTE_FIELDS = dict(zip(ASPECTS, ("why", "effect", "trait"), strict=True))
"""The field of a caption that holds the note of each aspect."""


class NoteWriter:
    """Adds notes to captions.

    A person's wish shows in their next action, so the model sees the clip of a caption and the next one, or
    the window that it was trained with.

    Args:
        checkpoint: a commonsense model, with a fitted confidence if it is to write notes.
        name: its name in messages and logs.

    Raises:
        ModelError: when the confidence of its card is damaged.
    """

    def __init__(self, checkpoint: Checkpoint, *, name: str) -> None:
        self.name = name
        self._checkpoint = checkpoint
        self._confidence = Confidence.from_card(checkpoint.card.confidence)

    @property
    def drawn_films_only(self) -> bool | None:
        """Whether its model was trained on drawn films only, as the card says."""
        return self._checkpoint.card.drawn_films_only

    def noted(
        self, captions: Sequence[Caption], clips: Sequence[Clip], called: Mapping[str, str], features: FilmFeatures
    ) -> list[Caption]:
        """Return the captions with notes: those about people, of which the model is sure enough.

        Args:
            captions: of the film.
            clips: of the film, in order.
            called: the names or labels of people in the captions, by id.
            features: of the film.

        Raises:
            ModelError: when the model has no fitted confidence.
            FeatureError: when features of a clip are missing.
        """
        found = self.phrases(captions, clips, called, features)
        return [caption.replace(**self._notes(found.get(n, {}))) for n, caption in enumerate(captions)]

    def phrases(
        self, captions: Sequence[Caption], clips: Sequence[Clip], called: Mapping[str, str], features: FilmFeatures
    ) -> dict[int, dict[str, WrittenPhrase]]:
        """Return the likeliest phrase of each aspect, by the number of a caption about people; arguments as `noted`.

        Raises:
            FeatureError: when features of a clip are missing.
        """
        windows = _windows(captions, clips)
        items = {
            n: CommonsenseItem(windows[n], _with_numbers(caption, called))
            for n, caption in enumerate(captions)
            if caption.people and caption.text
        }
        film, card = dataclasses.replace(features, faces=NO_FACES), self._checkpoint.card
        tokens, window = self._checkpoint.tokens, window_of(card.window)
        reader = CommonsenseReader(lambda _: film, tokens, sizes=card.sets, window=window)
        written = write_commonsense(self._checkpoint.model, reader, list(items.values()))
        return {
            n: {aspect: getattr(one, aspect)[0] for aspect in ASPECTS} for n, one in zip(items, written, strict=True)
        }

    def _notes(self, found: Mapping[str, WrittenPhrase]) -> dict[str, str]:
        notes = {}
        for aspect, phrase in found.items():
            note = with_chance(phrase.text, self._confidence.of(aspect, phrase.log_prob))
            if note is not None and phrase.text:
                notes[NOTE_FIELDS[aspect]] = note
        return notes


def _windows(captions: Sequence[Caption], clips: Sequence[Clip]) -> list[Clip]:
    """Return what each caption describes and the clip after it, as clips."""
    spans = {clip.id: clip.span for clip in clips}
    out = []
    for n, caption in enumerate(captions):
        own = caption.span or spans[caption.clip]
        following = next((clip.span for clip in clips if clip.span.start >= own.end - 1e-6), own)
        out.append(Clip(f"note-{n}", clips[0].film, Span(own.start, max(own.end, following.end))))
    return out


def _with_numbers(caption: Caption, called: Mapping[str, str]) -> str:
    """Return a caption with `P1`, `P2` in place of names."""
    names = {called[person]: f"P{n}" for n, person in enumerate(caption.people, 1) if person in called}
    return with_names(caption.text, names)
