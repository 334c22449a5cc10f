"""Any trained model of single clips as a captioner of films: S2VT, temporal attention, visual labels and others."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Sequence
from typing import Self

from cinescribe.errors import FeatureError, ModelError
from cinescribe.features.clip_sets.batch import Batch
from cinescribe.features.clip_sets.set_reader import SetReader
from cinescribe.features.timed.timed_features import NO_FACES, FilmFeatures
from cinescribe.generate.caption_clip_sets import CLIPS_PER_BATCH, Decoder
from cinescribe.generate.cross_attention import stream_attention
from cinescribe.generate.greedy import greedy
from cinescribe.generate.logit_constraints import SetLimits, people_and_unknown
from cinescribe.generate.sets import set_captions
from cinescribe.generate.single_clips.only_person import with_only_person
from cinescribe.language.messages.messages import Messages
from cinescribe.models.checkpoint import Checkpoint
from cinescribe.models.model_table import FACE_TOKENS
from cinescribe.schema import Caption, Clip, ClipSet, Evidence


class ClipCaptioner:
    """Captions each clip of a film separately; a `Captioner` over any model of sets of one clip.

    `someone` becomes a person where all faces of the clip are theirs; see `only_person`. A caption's score is the mean
    log-probability of its tokens. A model that attends to frames names the one with the most attention as evidence.

    Args:
        checkpoint: a model that writes captions of sets of one clip.
        name: its name in the cues of a script.
        decoder: chooses the words.

    Raises:
        ModelError: when the checkpoint does not caption single clips.
    """

    n_frames = 0
    n_clips = None
    captions_events = True
    further_streams = ()
    tracer = None
    language = "en"
    chat_model = None

    def __init__(self, checkpoint: Checkpoint, *, name: str, decoder: Decoder = greedy) -> None:
        if checkpoint.card.sets.n_clips != 1 or not hasattr(checkpoint.model, "start"):
            raise ModelError(
                f"{str(checkpoint.folder)!r} holds a {checkpoint.card.model} that does not caption single clips; name "
                "the checkpoint of a model of sets of one clip (`n_clips` 1)"
            )
        self.name = name
        self._checkpoint, self._decoder = checkpoint, decoder

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
            FeatureError: when the batch has no features, or lacks those of a clip.
        """
        if not batch.clips:
            return []
        if batch.features is None:
            raise FeatureError(
                f"the clips of {batch.clips[0].clip.film!r} have no features, which {self.name} reads; put the "
                "film's features into the batch"
            )
        written = self._written([item.clip for item in batch.clips], batch.features)
        return [
            with_only_person(caption, item.faces, batch.people)
            for caption, item in zip(written, batch.clips, strict=True)
        ]

    def _written(self, clips: Sequence[Clip], features: FilmFeatures) -> Iterator[Caption]:
        """Yield the caption of each clip, with `someone` for people."""
        card, model, tokens = self._checkpoint.card, self._checkpoint.model, self._checkpoint.tokens
        film = features if card.sets.n_faces else dataclasses.replace(features, faces=NO_FACES)
        reader = SetReader(lambda _: film, tokens, sizes=card.sets, face_tokens=FACE_TOKENS[card.face_tokens])
        limits = SetLimits(tokens, 1, people_and_unknown(tokens) if card.someone else ())
        for at in range(0, len(clips), CLIPS_PER_BATCH):
            some = clips[at : at + CLIPS_PER_BATCH]
            batch = reader.batch([ClipSet((Clip(clip.id, clip.film, clip.span),)) for clip in some])
            found = self._decoder(model, batch, tokens=tokens, longest=card.sets.n_tokens, limits=limits)
            captions = set_captions(found, tokens=tokens, n_clips=1)
            frames = (
                stream_attention(model, batch, found.words).frames[:, :, 0] if _attends(model) else None
            )  # (B, L, T)
            for b, (clip, one) in enumerate(zip(some, captions, strict=True)):
                first, last = one.spans[0]
                score = one.scores[0] / (last - first + 1)
                means = [] if frames is None or last == first else frames[b, first:last].mean(0).tolist()
                evidence = tuple(_frame_evidence(clip, means, rate_hz=card.sets.frame_rate_hz))
                yield Caption(clip.id, one.texts[0], score=score, by=self.name, evidence=evidence)


def _attends(model: object) -> bool:
    return hasattr(model, "cross_attention")


def _frame_evidence(clip: Clip, weights: Sequence[float], *, rate_hz: float) -> Iterator[Evidence]:
    """Yield the frame with the most attention of a caption's words, of their mean weights (T,)."""
    if weights and sum(weights) > 0:
        share = max(weights)
        time = min(clip.span.start + weights.index(share) / rate_hz, clip.span.end)
        yield Evidence(time, f"this picture drew {share:.0%} of the words' attention", score=share)
