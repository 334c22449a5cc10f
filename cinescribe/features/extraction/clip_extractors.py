"""Which extractors there are for what belongs to a film's clips: ours, and models of the hub."""

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
    frame_rows,
    load_frame_net,
)
from cinescribe.features.encoders.encoder_weights import WEIGHTS, frame_weights
from cinescribe.features.encoders.hub_encoders import WIDTH, HubEncoder, hub_encoder
from cinescribe.features.extraction.clip_sinks import CaptionRows, MiddleRegions, SpreadPictures
from cinescribe.features.extraction.extract import RowsSource
from cinescribe.features.extraction.extractors import OWN
from cinescribe.features.regions.region_extractors import BOXES, region_extractor
from cinescribe.features.regions.regions import RegionExtractor
from cinescribe.features.store.film_store import CLIP_STREAMS, ClipStream
from cinescribe.language.vectors.encoders import PACKAGED, encoder_folder, encoder_name
from cinescribe.language.vectors.hub_files import to_stderr, weights_digest
from cinescribe.language.vectors.sentence_vectors import SentenceVectors, sentence_vectors
from cinescribe.media.film.frame_scaling import Picture
from cinescribe.schema import Clip
from cinescribe.store import digest

_VERSION = "1"  # of how pictures of clips are chosen here


@dataclass(frozen=True)
class ClipExtractor:
    """A way to extract one stream of a film's clips.

    Args:
        stream: which.
        name: of what extracts.
        version: of it and of all but the clips that its rows depend on.
        sink: a new sink for some clips of one film.
    """

    stream: ClipStream
    name: str
    version: str
    sink: Callable[[Sequence[Clip]], RowsSource]

    def of(self, clips: Sequence[Clip]) -> FilmClips:
        """The extractor for the clips of one film; of other clips, rows are made anew."""
        version = f"{self.version}, {told_clips(self.stream, clips)}"
        return FilmClips(self.stream, self.name, version, self.sink, tuple(clips))


@dataclass(frozen=True)
class FilmClips:
    """A `ClipExtractor` with the clips of one film; it `Extracts`."""

    stream: ClipStream
    name: str
    version: str
    of_clips: Callable[[Sequence[Clip]], RowsSource]
    clips: tuple[Clip, ...]

    def sink(self) -> RowsSource:
        """A new sink for the film."""
        return self.of_clips(self.clips)


def clip_extractor(
    stream: ClipStream, name: str | None = None, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr
) -> ClipExtractor:
    """The extractor of a stream of clips that a name means.

    Args:
        stream: which stream it is for.
        name: for `uniform` `backlot` or an image encoder of the hub, as `microsoft/resnet-152`; for `grid` `backlot` or
            a vision tower; for `regions` a detector; for `text` a model of sentence-transformers. Also a folder in the
            hub's layout. By default the first of these, and MiniLM for `text`.
        fetch: consent to fetch what is not on this machine.
        announce: is told size and licence, in one line, before anything is fetched.

    Raises:
        FeatureError: when there is no such stream.
        ModelError: when the model is not here, cannot be fetched, or cannot be used.
    """
    if stream not in CLIP_STREAMS:
        raise FeatureError(f"{stream!r} came as a stream of clips; {', '.join(CLIP_STREAMS)} are known")
    if stream == "uniform":
        own = name in (None, OWN)
        return _own_spread() if own else _spread(hub_encoder(str(name), fetch=fetch, announce=announce))
    if stream == "text":
        return _captions(name or PACKAGED, fetch=fetch, announce=announce)
    if stream == "regions" and name in (None, BOXES):
        raise ModelError(
            "no detector came for the regions of films' clips, of which no boxes are known; name one of the DETR "
            "family, as facebook/detr-resnet-50"
        )
    regions = region_extractor(stream, name, fetch=fetch, announce=announce)
    return ClipExtractor(stream, regions.name, f"{_VERSION} {regions.version}", partial(_middle, regions))


def _own_spread() -> ClipExtractor:
    version = f"{_VERSION} {FrameEncoder.version} {digest(frame_weights() / WEIGHTS)[:12]}"
    return ClipExtractor("uniform", FrameEncoder.name, version, partial(_frames, load_frame_net()))


def _frames(net: FrameNet, clips: Sequence[Clip]) -> SpreadPictures:
    wants = Picture("rgb24", width=PICTURE_WIDTH, height=PICTURE_HEIGHT)
    return SpreadPictures(clips, partial(frame_rows, net), wants=wants, width=net.sizes.width)


def _spread(encoder: HubEncoder) -> ClipExtractor:
    if encoder.is_video:
        raise FeatureError(
            f"the model {encoder.name!r} sees windows of several pictures, which is no way to 'uniform'; name it for "
            "'actions'"
        )
    version = f"{_VERSION} {encoder.weights}"
    return ClipExtractor("uniform", encoder_name(encoder.name), version, partial(_pictures, encoder))


def _pictures(encoder: HubEncoder, clips: Sequence[Clip]) -> SpreadPictures:
    return SpreadPictures(clips, encoder.of_pictures, wants=Picture("rgb24", width=WIDTH), width=encoder.width)


def _middle(extractor: RegionExtractor, clips: Sequence[Clip]) -> MiddleRegions:
    return MiddleRegions(clips, extractor)


def _captions(name: str, *, fetch: bool, announce: Callable[[str], None]) -> ClipExtractor:
    folder = encoder_folder(name, fetch=fetch, announce=announce)
    version = f"{_VERSION} {weights_digest(folder)}"
    return ClipExtractor("text", encoder_name(name), version, partial(_caption_rows, str(folder)))


def _caption_rows(folder: str, clips: Sequence[Clip]) -> CaptionRows:
    return CaptionRows(clips, _vectors(folder).vectors)


@lru_cache(1)
def _vectors(folder: str) -> SentenceVectors:
    """The encoder of texts, loaded once a process."""
    return sentence_vectors(folder)


def told_clips(stream: ClipStream, clips: Sequence[Clip]) -> str:
    """What of a film's clips the rows of a stream depend on, as versions end with it."""
    told = [(clip.id, clip.text) if stream == "text" else (clip.id, clip.span.start, clip.span.end) for clip in clips]
    return f"clips {hashlib.sha256(json.dumps(told).encode()).hexdigest()[:12]}"
