"""Video language models as captioners of films."""

from __future__ import annotations

from typing import Self

import numpy as np

from cinescribe.features.clip_sets.batch import Batch
from cinescribe.features.store.film_store import StreamName
from cinescribe.generate.video_lm.video_captions import caption_videos
from cinescribe.language.messages.messages import Messages
from cinescribe.media.film.frame_scaling import Image
from cinescribe.models.video_lm.video_checkpoint import VideoCheckpoint
from cinescribe.schema import Caption


class VideoCaptioner:
    """Captions each clip of a film with a video language model; a `Captioner`. It knows no people.

    A clip without frames gets an empty text. Where there are fewer frames than the model takes, some come twice.

    Args:
        trained: the model.
        name: its name in the cues of a script.
    """

    n_clips = None
    captions_events = True
    further_streams: tuple[StreamName, ...] = ()
    tracer = None
    language = "en"
    chat_model = None

    def __init__(self, trained: VideoCheckpoint, *, name: str) -> None:
        self.name, self._trained = name, trained

    @property
    def n_frames(self) -> int:
        """Frames it takes of each clip."""
        return int(self._trained.model.n_frames)

    @property
    def drawn_films_only(self) -> bool:
        """Whether its vision encoder was trained on drawn films only."""
        return self._trained.card.drawn_films_only

    def with_messages(self, messages: Messages) -> Self:
        """Return itself: it writes English only."""
        return self

    def caption(self, batch: Batch) -> list[Caption]:
        """Return one caption per clip."""
        model, card = self._trained.model, self._trained.card
        shown = [one for one in batch.clips if len(one.frames)]
        seen = [model.look(_spread(one.frames, self.n_frames)) for one in shown]
        written = caption_videos(model, seen, prompts=[card.prompt] * len(seen), longest=card.n_tokens)
        found = {one.clip.id: pair for one, pair in zip(shown, written, strict=True)}
        captions = []
        for one in batch.clips:
            text, score = found.get(one.clip.id, ("", None))
            captions.append(Caption(one.clip.id, text, score=score, by=self.name))
        return captions


def _spread(frames: Image, n: int) -> Image:
    """Return `n` evenly spaced frames, some twice if there are fewer."""
    return np.asarray(frames[[int((k + 0.5) * len(frames) / n) for k in range(n)]], np.uint8)
