"""The protocols of everything that captions the clips of a film."""

from __future__ import annotations

from typing import Protocol, Self

from cinescribe.features.clip_sets.batch import Batch
from cinescribe.features.store.film_store import StreamName
from cinescribe.generate.caption_trace import CaptionTrace
from cinescribe.language.messages.messages import Messages
from cinescribe.models.checkpoint import Checkpoint
from cinescribe.models.vlm.chat_model import ChatModel
from cinescribe.schema import Caption


class ClipPreferences(Protocol):
    """How a captioner wants a film cut into clips, and the clips put into batches."""

    @property
    def n_frames(self) -> int:
        """Frames it takes of each clip; 0 for none."""

    @property
    def n_clips(self) -> int | None:
        """Clips of a batch; None for all clips of the film."""

    @property
    def captions_events(self) -> bool:
        """True wants a clip per event, one action over one or several shots; False wants about a clip per shot."""

    @property
    def further_streams(self) -> tuple[StreamName, ...]:
        """Streams of features that it reads besides those of every film: names of `FURTHER_STREAMS`."""


class CaptionTracer(Protocol):
    """A captioner that can explain itself: it gives the model and the inputs behind each caption."""

    @property
    def checkpoint(self) -> Checkpoint:
        """The model that writes."""

    def trace(self, batch: Batch) -> list[CaptionTrace]:
        """Return one trace per clip, in the batch's order, with the caption that `caption` returns."""


class Captioner(ClipPreferences, Protocol):
    """Anything that writes captions: a trained network, rules, retrieval, a hosted model.

    `caption` returns the captions in the batch's order of clips, and leaves the batch as it was. A clip gets one
    caption, or several with a `span` each. A clip about which there is nothing to say gets an empty text.
    """

    @property
    def name(self) -> str:
        """Who writes, as the cues of a script name it: `observer`, `hub:<id>`."""

    @property
    def tracer(self) -> CaptionTracer | None:
        """What explains its captions; None for a captioner that cannot explain itself."""

    @property
    def language(self) -> str | None:
        """The only language it writes, as a BCP 47 tag; None if it writes the language of the messages it is given."""

    @property
    def drawn_films_only(self) -> bool | None:
        """Whether it was trained on drawn films only, so that it cannot describe real footage; None if not known."""

    @property
    def chat_model(self) -> ChatModel | None:
        """The chat model that writes, which also answers other questions; None if there is none."""

    def with_messages(self, messages: Messages) -> Self:
        """Return the captioner that writes the language of these messages; itself if it writes only one language."""

    def caption(self, batch: Batch) -> list[Caption]:
        """Return one caption per clip, or several."""
