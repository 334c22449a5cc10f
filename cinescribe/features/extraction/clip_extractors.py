"""Selects an extractor of a film's clips by name: our own, or a model of the hub."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from cinescribe.errors import FeatureError, ModelError
from cinescribe.features.encoders.backlot_frames import (
    PICTURE_HEIGHT,
    PICTURE_WIDTH,
    FrameEncoder,
    FrameNet,
    frame_features,
    load_frame_net,
)
from cinescribe.features.encoders.encoder_weights import ENCODER, frame_weights
from cinescribe.features.encoders.hub_encoders import HUB_WIDTH, HubEncoder, hub_encoder
from cinescribe.features.extraction.clip_sinks import CaptionVectors, MiddleFrameRegions, UniformPictures
from cinescribe.features.extraction.extract import FeatureSource
from cinescribe.features.extraction.extractors import OWN
from cinescribe.features.regions.region_extractors import BOXES, region_extractor
from cinescribe.features.regions.regions import RegionExtractor
from cinescribe.features.store.film_store import CLIP_STREAMS, ClipStream
from cinescribe.input_files import digest
from cinescribe.language.vectors.encoders import PACKAGED_ENCODER, encoder_folder, encoder_name
from cinescribe.language.vectors.hub_files import to_stderr, weights_digest
from cinescribe.language.vectors.sentence_vectors import SentenceVectors, sentence_vectors
from cinescribe.media.film.frame_scaling import PictureFormat
from cinescribe.schema import Clip

_VERSION = "1"  # of the choice of pictures in this code


@dataclass(frozen=True)
class ClipExtractor:
    """An extractor of one stream of clips, for any film.

    Args:
        stream: the stream.
        name: of the extractor.
        version: of all that features depend on, except the clips.
        sink: returns a new sink for some clips of one film.
    """

    stream: ClipStream
    name: str
    version: str
    sink: Callable[[Sequence[Clip]], FeatureSource]

    def of(self, clips: Sequence[Clip]) -> FilmClips:
        """Return the extractor for the clips of one film; its version depends on the clips."""
        version = f"{self.version}, {clips_digest(self.stream, clips)}"
        return FilmClips(self.stream, self.name, version, self.sink, tuple(clips))


@dataclass(frozen=True)
class FilmClips:
    """A `ClipExtractor` for the clips of one film, a `StreamExtractor`."""

    stream: ClipStream
    name: str
    version: str
    of_clips: Callable[[Sequence[Clip]], FeatureSource]
    clips: tuple[Clip, ...]

    def sink(self) -> FeatureSource:
        """Return a new sink for the film."""
        return self.of_clips(self.clips)


def clip_extractor(
    stream: ClipStream, name: str | None = None, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr
) -> ClipExtractor:
    """Return the clip extractor of a name.

    Args:
        stream: the stream that it is for.
        name: for `uniform` `backlot` or an image encoder such as `microsoft/resnet-152`; for `grid` `backlot` or a
            vision tower; for `regions` a detector; for `text` a model of sentence-transformers. Models are hub ids or
            folders in the hub's layout. By default the first of these, and MiniLM for `text`.
        fetch: allow downloads of models that are not on this machine.
        announce: called with one line, size and licence, before a download.

    Raises:
        FeatureError: when the stream is unknown.
        ModelError: when the model is not on this machine, cannot be fetched, or cannot be used.
    """
    if stream not in CLIP_STREAMS:
        raise FeatureError(f"`stream` is {stream!r}; choose one of {', '.join(CLIP_STREAMS)}")
    if stream == "uniform":
        is_own = name in (None, OWN)
        return _own_uniform() if is_own else _hub_uniform(hub_encoder(str(name), fetch=fetch, announce=announce))
    if stream == "text":
        return _captions(name or PACKAGED_ENCODER, fetch=fetch, announce=announce)
    if stream == "regions" and name in (None, BOXES):
        raise ModelError(
            "the regions of films' clips need a detector, because clips have no known boxes; name one of the DETR "
            "family, such as facebook/detr-resnet-50"
        )
    regions = region_extractor(stream, name, fetch=fetch, announce=announce)
    return ClipExtractor(stream, regions.name, f"{_VERSION} {regions.version}", partial(_middle, regions))


def _own_uniform() -> ClipExtractor:
    version = f"{_VERSION} {FrameEncoder.version} {digest(frame_weights() / ENCODER.weights)[:12]}"
    return ClipExtractor("uniform", FrameEncoder.name, version, partial(_frames, load_frame_net()))


def _frames(net: FrameNet, clips: Sequence[Clip]) -> UniformPictures:
    wants = PictureFormat("rgb24", width=PICTURE_WIDTH, height=PICTURE_HEIGHT)
    return UniformPictures(clips, partial(frame_features, net), wants=wants, width=net.sizes.width)


def _hub_uniform(encoder: HubEncoder) -> ClipExtractor:
    if encoder.is_video:
        raise FeatureError(
            f"the model {encoder.name!r} reads windows of several pictures, which do not fit 'uniform'; use it for "
            "'actions'"
        )
    version = f"{_VERSION} {encoder.weights}"
    return ClipExtractor("uniform", encoder_name(encoder.name), version, partial(_pictures, encoder))


def _pictures(encoder: HubEncoder, clips: Sequence[Clip]) -> UniformPictures:
    return UniformPictures(
        clips, encoder.encode_pictures, wants=PictureFormat("rgb24", width=HUB_WIDTH), width=encoder.width
    )


def _middle(extractor: RegionExtractor, clips: Sequence[Clip]) -> MiddleFrameRegions:
    return MiddleFrameRegions(clips, extractor)


def _captions(name: str, *, fetch: bool, announce: Callable[[str], None]) -> ClipExtractor:
    folder = encoder_folder(name, fetch=fetch, announce=announce)
    version = f"{_VERSION} {weights_digest(folder)}"
    return ClipExtractor("text", encoder_name(name), version, partial(_caption_vectors, str(folder)))


def _caption_vectors(folder: str, clips: Sequence[Clip]) -> CaptionVectors:
    return CaptionVectors(clips, _text_encoder(folder).vectors)


@lru_cache(1)
def _text_encoder(folder: str) -> SentenceVectors:
    """Return the text encoder, loaded once per process."""
    return sentence_vectors(folder)


def clips_digest(stream: ClipStream, clips: Sequence[Clip]) -> str:
    """Return the end of a version: a digest of the parts of clips that a stream's features depend on."""
    content = [
        (clip.id, clip.text) if stream == "text" else (clip.id, clip.span.start, clip.span.end) for clip in clips
    ]
    return f"clips {hashlib.sha256(json.dumps(content).encode()).hexdigest()[:12]}"
