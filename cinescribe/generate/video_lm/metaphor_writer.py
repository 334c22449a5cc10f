"""Metaphors of stretches of a film, by a video language model."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cinescribe.features.extraction.sampled_frames import sampled_frames
from cinescribe.generate.commonsense.confidence import Confidence, with_chance
from cinescribe.generate.video_lm.video_captions import caption_videos
from cinescribe.metrics.embedding.metaphor import metaphor
from cinescribe.models.video_lm.video_checkpoint import VideoCheckpoint
from cinescribe.timing import Span

METAPHOR = "metaphor"  # the key of the fitted line in a card's `confidence`


class MetaphorWriter:
    """Writes what stretches of a film mean; with their chances, if its model knows how sure it is.

    Args:
        trained: the model.
        name: its name in the description's log.

    Raises:
        ModelError: when the confidence of its card is damaged.
    """

    def __init__(self, trained: VideoCheckpoint, *, name: str) -> None:
        self.name, self._trained = name, trained
        self._confidence = Confidence.from_card(trained.card.confidence)

    @property
    def drawn_films_only(self) -> bool:
        """Whether its vision encoder was trained on drawn films only."""
        return self._trained.card.drawn_films_only

    def figures(self, film: Path, spans: Sequence[Span]) -> list[str | None]:
        """Return the metaphor of each stretch; None where the caption is none, or more likely false than true.

        Raises:
            FilmError: when the film cannot be read.
        """
        return [self._figure(text, log_prob) for text, log_prob in self.captions(film, spans)]

    def captions(self, film: Path, spans: Sequence[Span]) -> list[tuple[str, float]]:
        """Return the caption of each stretch, a metaphor or not, and the mean log-probability of its tokens.

        Raises:
            FilmError: when the film cannot be read.
        """
        model, card = self._trained.model, self._trained.card
        shown = sampled_frames(film, spans, n_frames=model.n_frames)
        seen = [model.look(frames) for frames, _ in shown]
        return caption_videos(model, seen, prompts=[card.prompt] * len(seen), longest=card.n_tokens)

    def _figure(self, text: str, log_prob: float) -> str | None:
        if metaphor(text) is None:
            return None
        if not self._confidence.curves:
            return text
        return with_chance(text, self._confidence.of(METAPHOR, log_prob))
