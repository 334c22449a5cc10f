"""The table of models that recipes and checkpoints name, and the sizes that follow from data and vocabulary."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from torch import nn

from cinescribe.errors import ModelError, RecordError
from cinescribe.features.clip_sets.set_batch import SetBatch, SetSizes
from cinescribe.features.clip_sets.set_faces import (
    FaceTokens,
    clip_clusters,
    face_tokens,
    grouped_detections,
    grouped_people,
    shuffled_clusters,
)
from cinescribe.features.regions.region_batch import RegionBatch
from cinescribe.language.tokens.vocabulary import Tokens
from cinescribe.models.commonsense.answerer import Answerer, AnswererSizes
from cinescribe.models.commonsense.frame_encoder import FrameEncoderSizes
from cinescribe.models.commonsense.network import CaptioningNetwork, CommonsenseSizes
from cinescribe.models.commonsense.recurrent import (
    AttentionEncDec,
    S2vtCommonsense,
    TextOnlyGru,
)
from cinescribe.models.commonsense.single_decoder import (
    DenseCaptioner,
    TextOnlyTransformer,
)
from cinescribe.models.commonsense.v2c_transformer import V2cSelfAttention, V2cTransformer
from cinescribe.models.fields import from_fields
from cinescribe.models.fillin import FillIn, FillInSizes
from cinescribe.models.micap.micap import Micap
from cinescribe.models.micap.sizes import MicapSizes
from cinescribe.models.pointer.pointer import Pointer
from cinescribe.models.pointer.sizes import PointerSizes
from cinescribe.models.prefix_lm import Gpt2Prefix, Gpt2PrefixSizes, T5Prefix, T5PrefixSizes
from cinescribe.models.sequence.clip_inputs import ClipSizes
from cinescribe.models.sequence.frame_video_concept import FrameVideoConcept, FrameVideoConceptSizes
from cinescribe.models.sequence.s2vt import S2vt, S2vtSizes
from cinescribe.models.sequence.temporal_attention import TemporalAttention, TemporalAttentionSizes
from cinescribe.models.sequence.visual_labels import VisualLabels, VisualLabelsSizes
from cinescribe.models.transformer import TransformerSizes, meshed_memory, smart, transformer


@dataclass(frozen=True)
class ModelKind:
    """A family of models.

    Args:
        sizes: the dataclass of its sizes.
        build: makes a model of such sizes.
        size_names: its own names of sizes that follow from the data, where they differ.
        data: the sizes that follow from its data: `DataSizes` for sets of clips, `PictureSizes` for pictures.
    """

    sizes: type[Any]
    build: Callable[[Any], nn.Module]
    size_names: Mapping[str, str] = field(default_factory=dict)
    data: type[DataSizes] | type[PictureSizes] = field(default_factory=lambda: DataSizes)

    @property
    def reads_labels(self) -> bool:
        """Whether its models read the scores of labels, by classifiers that are fitted before the training."""
        return "n_labels" in (item.name for item in dataclasses.fields(self.sizes))

    @property
    def writes_commonsense(self) -> bool:
        """Whether its models write what clips imply."""
        return issubclass(self.sizes, CommonsenseSizes)

    @property
    def writes_captions(self) -> bool:
        """Whether its models write captions beside what clips imply."""
        return isinstance(self.build, type) and issubclass(self.build, CaptioningNetwork)

    @property
    def answers_questions(self) -> bool:
        """Whether its models answer questions about clips."""
        return issubclass(self.sizes, AnswererSizes)

    @property
    def captions_single_clips(self) -> bool:
        """Whether its models caption each clip separately: they read sets of one clip."""
        return issubclass(self.sizes, ClipSizes)

    def check(self, given: Mapping[str, Any], *, where: str) -> None:
        """Check the sizes that a recipe gives.

        Args:
            given: sizes by name.
            where: the name of the sizes in messages.

        Raises:
            RecordError: for an unknown size, a value of another type, or a size that follows from the data.
        """
        ones = self.data(*[1] * len(dataclasses.fields(self.data)))
        smallest = dataclasses.replace(ones, n_words=2)  # a person and another word
        following = [name for name in given if name in self._following(smallest)]
        if following:
            raise RecordError(f"{where} has {following[0]!r}, which follows from corpus and features; leave it out")
        from_fields(self.sizes, {**given, **self._following(smallest)}, where=where)

    def sizes_for(self, given: Mapping[str, Any], data: DataSizes | PictureSizes) -> Any:
        """Return its sizes: the given ones, and those that follow from the data.

        Raises:
            RecordError: for an unknown size or a value of another type.
        """
        return from_fields(self.sizes, {**given, **self._following(data)}, where="sizes")

    def _following(self, data: DataSizes | PictureSizes) -> dict[str, int]:
        own = {item.name for item in dataclasses.fields(self.sizes)}
        named = {self.size_names.get(name, name): value for name, value in vars(data).items()}
        return {name: value for name, value in named.items() if name in own}


@dataclass(frozen=True)
class DataSizes:
    """The sizes that follow from vocabulary, sets, features and labels; see `models.micap.sizes.MicapSizes`."""

    n_words: int
    first_person: int
    separator: int
    n_people: int
    frame_width: int
    action_width: int
    body_width: int
    face_width: int
    text_width: int
    n_clips: int
    n_segments: int
    n_clusters: int
    n_tokens: int
    n_labels: int


@dataclass(frozen=True)
class PictureSizes:
    """The sizes that follow from vocabulary and regions; see `models.transformer.TransformerSizes`."""

    n_words: int
    first_person: int
    n_people: int
    region_width: int
    n_tokens: int


def data_sizes(batch: SetBatch, tokens: Tokens, sets: SetSizes, *, n_labels: int = 0) -> DataSizes:
    """Return the sizes that follow from a batch of the data, its vocabulary, the sizes of its sets, and its labels."""
    return DataSizes(
        n_words=len(tokens),
        first_person=tokens.first_person,
        separator=tokens.separator,
        n_people=tokens.n_people,
        frame_width=batch.frames.shape[-1],
        action_width=batch.actions.shape[-1],
        body_width=batch.face_body.shape[-1],
        face_width=batch.faces.shape[-1],
        text_width=batch.blanks.shape[-1],
        n_clips=sets.n_clips,
        n_segments=sets.n_segments,
        n_clusters=sets.n_clusters,
        n_tokens=sets.n_tokens,
        n_labels=n_labels,
    )


def picture_sizes(batch: RegionBatch, tokens: Tokens, *, n_tokens: int) -> PictureSizes:
    """Return the sizes that follow from a batch of pictures, their vocabulary and the longest caption, in tokens."""
    return PictureSizes(
        n_words=len(tokens),
        first_person=tokens.first_person,
        n_people=tokens.n_people,
        region_width=batch.regions.shape[-1],
        n_tokens=n_tokens,
    )


def model_kind(name: str) -> ModelKind:
    """Return the family of models of a name.

    Raises:
        ModelError: when the name is unknown.
    """
    if name not in MODELS:
        raise ModelError(f"the model {name!r} is not known; known are {', '.join(MODELS)}")
    return MODELS[name]


def reads_pictures(name: str) -> bool:
    """Return whether the models of this name read pictures rather than sets of clips; False for an unknown name."""
    return name in MODELS and MODELS[name].data is PictureSizes


MODELS = {
    "answerer": ModelKind(AnswererSizes, Answerer),
    "attention-enc-dec": ModelKind(CommonsenseSizes, AttentionEncDec),
    "dense-captioner": ModelKind(FrameEncoderSizes, DenseCaptioner),
    "fillin": ModelKind(
        FillInSizes,
        FillIn,
        {"face_width": "d_face", "action_width": "d_action", "text_width": "d_text"},
    ),
    "frame-video-concept": ModelKind(FrameVideoConceptSizes, FrameVideoConcept),
    "gpt2": ModelKind(Gpt2PrefixSizes, Gpt2Prefix),
    "m2": ModelKind(TransformerSizes, meshed_memory, data=PictureSizes),
    "micap": ModelKind(MicapSizes, Micap),
    "pointer": ModelKind(PointerSizes, Pointer),
    "s2vt": ModelKind(S2vtSizes, S2vt),
    "s2vt-commonsense": ModelKind(CommonsenseSizes, S2vtCommonsense),
    "smart": ModelKind(TransformerSizes, smart, data=PictureSizes),
    "t5": ModelKind(T5PrefixSizes, T5Prefix),
    "temporal-attention": ModelKind(TemporalAttentionSizes, TemporalAttention),
    "text-only-gru": ModelKind(CommonsenseSizes, TextOnlyGru),
    "text-only-transformer": ModelKind(CommonsenseSizes, TextOnlyTransformer),
    "transformer": ModelKind(TransformerSizes, transformer, data=PictureSizes),
    "v2c-self-attention": ModelKind(FrameEncoderSizes, V2cSelfAttention),
    "v2c-transformer": ModelKind(CommonsenseSizes, V2cTransformer),
    "visual-labels": ModelKind(VisualLabelsSizes, VisualLabels),
}

FACE_TOKENS: dict[str, FaceTokens] = {
    "clip-clusters": clip_clusters,
    "detections": face_tokens,
    "grouped-detections": grouped_detections,
    "grouped-people": grouped_people,
    "shuffled-clusters": shuffled_clusters,
}
