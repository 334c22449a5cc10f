"""Metaphors of stretches of a film, by a video language model."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cinescribe.features.extraction.sampled_frames import sampled_frames
from cinescribe.generate.video_lm.video_captions import caption_videos
from cinescribe.metrics.embedding.metaphor import metaphor
from cinescribe.models.video_lm.frozen_git import BACKLOT_GIT
from cinescribe.models.video_lm.video_checkpoint import VideoCheckpoint
from cinescribe.timing import Span


class MetaphorWriter:
    """Writes what stretches of a film mean.

    Args:
        trained: the model.
        name: its name in the description's log.
    """

    def __init__(self, trained: VideoCheckpoint, *, name: str) -> None:
        self.name, self._trained = name, trained

    @property
    def knows_drawn_only(self) -> bool:
        """Whether it learnt from drawn films alone: its frozen captioner sees nothing else."""
        return self._trained.card.settings.get("git") == BACKLOT_GIT

    def figures(self, film: Path, spans: Sequence[Span]) -> list[str | None]:
        """Return the metaphor of each stretch; None where the caption is none.

        Raises:
            FilmError: when the film cannot be read.
        """
        model = self._trained.model
        shown = sampled_frames(film, spans, n_frames=model.n_frames)
        seen = [model.look(frames).float() for frames, _ in shown]
        written = caption_videos(model, seen, longest=self._trained.card.n_tokens)
        return [text if metaphor(text) is not None else None for text, _ in written]
