"""Fitted models, such as retrieval, as captioners of films."""

from __future__ import annotations

from typing import Self

from cinescribe.errors import FeatureError
from cinescribe.features.clip_sets.batch import Batch
from cinescribe.features.clip_sets.clip_vectors import clip_vectors
from cinescribe.features.store.film_store import FURTHER_STREAMS, StreamName
from cinescribe.language.messages.messages import Messages
from cinescribe.models.fitted.fitted_checkpoint import FittedCheckpoint
from cinescribe.schema import Caption


class FittedCaptioner:
    """Captions each clip of a film with a fitted model; a `Captioner`. People are `someone`.

    Args:
        checkpoint: the model.
        name: its name in the cues of a script.
    """

    n_frames = 0
    n_clips = None
    captions_events = True
    tracer = None
    language = "en"
    chat_model = None

    def __init__(self, checkpoint: FittedCheckpoint, *, name: str) -> None:
        self.name, self._checkpoint = name, checkpoint

    @property
    def further_streams(self) -> tuple[StreamName, ...]:
        """The streams of the model that not every film has."""
        return tuple(stream for stream in FURTHER_STREAMS if stream in self._checkpoint.card.streams)

    @property
    def drawn_films_only(self) -> bool | None:
        """Whether it was trained on drawn films only, as its card says."""
        return self._checkpoint.card.drawn_films_only

    def with_messages(self, messages: Messages) -> Self:
        """Return itself: it writes English only."""
        return self

    def caption(self, batch: Batch) -> list[Caption]:
        """Return one caption per clip.

        Raises:
            FeatureError: when the batch has no features, or lacks a stream that the model reads.
        """
        if not batch.clips:
            return []
        clips, film = [item.clip for item in batch.clips], batch.features
        if film is None:
            raise FeatureError(
                f"the clips of {clips[0].film!r} have no features, which {self.name} reads; put the film's "
                "features into the batch"
            )
        vectors = clip_vectors(lambda _: film, clips, streams=self._checkpoint.card.streams)
        texts = self._checkpoint.model.captions(vectors)
        return [Caption(clip.id, text, by=self.name) for clip, text in zip(clips, texts, strict=True)]
