"""Selects an extractor of a film's moments by name: our own, which need no download, or an encoder of the hub."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path

from cinescribe.errors import FeatureError, ModelError
from cinescribe.features.encoders.backlot_actions import ActionEncoder, load_action_net
from cinescribe.features.encoders.backlot_frames import FrameEncoder, load_frame_net
from cinescribe.features.encoders.body_net import load_body_net
from cinescribe.features.encoders.encoder_weights import ENCODER, action_weights, body_weights, frame_weights
from cinescribe.features.encoders.hub_encoders import HubEncoder, HubPictureSink, HubWindowSink, hub_encoder
from cinescribe.features.encoders.imagenet_frames import ImagenetEncoder, imagenet_version, load_imagenet_net
from cinescribe.features.extraction.extract import Extractor
from cinescribe.features.faces.extractor import FaceExtractor
from cinescribe.features.faces.faces import DlibFaces, FaceFinder
from cinescribe.features.faces.figures import FigureFinder
from cinescribe.features.faces.insightface_faces import load_insightface
from cinescribe.features.store.film_store import FURTHER_STREAMS, STREAMS, StreamName
from cinescribe.input_files import digest
from cinescribe.language.vectors.encoders import encoder_name
from cinescribe.language.vectors.hub_files import to_stderr

OWN = "backlot"  # our small networks, trained on Backlot films
FACES_HZ, FACES_SIDE = 1.5, 640  # pictures per second, and their width in pixels, for face detection
BODIES_EVERY = 3  # pictures of bodies per picture of faces: before it, it, and after it
_INSIGHT_FOLDER = Path("~/.insightface")
_VERSION = "1"  # of this code for hub encoders
_FACES_VERSION = "3"  # and for faces
_FIGURES_VERSION = "1"  # and for figures


def extractor(
    stream: StreamName, name: str | None = None, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr
) -> Extractor:
    """Return the extractor of a name.

    Args:
        stream: the stream that it is for.
        name: for `clip` and `actions` `backlot`, a hub id or a folder; for `faces` `dlib` or `insightface`. By default
            the first of these. `imagenet` and `figures` have only one extractor.
        fetch: allow downloads of models that are not on this machine.
        announce: called with one line, size and licence, before a download.

    Raises:
        FeatureError: when the stream is unknown, or the model reads windows and the stream pictures, or the reverse.
        ModelError: when the model is not on this machine, cannot be fetched, or cannot be used.
    """
    if stream == "faces":
        return _faces(name or DlibFaces.name, fetch=fetch, announce=announce)
    if stream not in (*STREAMS, *FURTHER_STREAMS):
        known = ", ".join((*STREAMS, *FURTHER_STREAMS))
        raise FeatureError(f"`stream` is {stream!r}; choose one of {known}")
    if stream == "imagenet":
        return _imagenet()
    if stream == "figures":
        return _figures()
    if name in (None, OWN):
        return {"clip": _own_frames, "actions": _own_actions}[stream]()
    return _hub(stream, hub_encoder(str(name), fetch=fetch, announce=announce))


def bodies_version() -> str:
    """Return the version of the network of bodies, on which features of faces depend."""
    return _weights(body_weights())


def _own_frames() -> Extractor:
    net = load_frame_net()
    version = f"{FrameEncoder.version} {_weights(frame_weights())}"
    return Extractor("clip", FrameEncoder.name, version, partial(FrameEncoder, net))


def _own_actions() -> Extractor:
    net = load_action_net()
    version = f"{ActionEncoder.version} {_weights(action_weights())}"
    return Extractor("actions", ActionEncoder.name, version, partial(ActionEncoder, net))


def _imagenet() -> Extractor:
    load_imagenet_net()  # here, so that a missing package is reported before any film is read
    return Extractor("imagenet", ImagenetEncoder.name, imagenet_version(), _imagenet_sink)


def _figures() -> Extractor:
    networks = f"frames {_weights(frame_weights())}, bodies {bodies_version()}"
    return Extractor("figures", OWN, f"{_FIGURES_VERSION}, {FACES_HZ:g} Hz, {networks}", _figure_sink)


def _figure_sink() -> FigureFinder:
    rate_hz = FACES_HZ * BODIES_EVERY
    return FigureFinder(load_frame_net(), load_body_net(), rate_hz=rate_hz, side=FACES_SIDE, every=BODIES_EVERY)


def _imagenet_sink() -> ImagenetEncoder:
    return ImagenetEncoder(load_imagenet_net())


def _faces(name: str, *, fetch: bool, announce: Callable[[str], None]) -> Extractor:
    if name not in _DETECTORS:
        raise ModelError(f"unknown face detector {name!r}; choose one of {', '.join(_DETECTORS)}")
    if name != DlibFaces.name and fetch:
        load_insightface(_INSIGHT_FOLDER, fetch=True, announce=announce)  # here, not in several processes at once
    version = f"{_FACES_VERSION}, {FACES_HZ:g} Hz, {FACES_SIDE} pixels, bodies {bodies_version()}"
    return Extractor("faces", name, version, partial(_face_sink, name))


_DETECTORS: dict[str, Callable[[], FaceExtractor]] = {
    "dlib": lambda: DlibFaces(side=FACES_SIDE),
    "insightface": lambda: load_insightface(_INSIGHT_FOLDER, announce=to_stderr),
}


@lru_cache(1)
def _face_detector(name: str) -> FaceExtractor:
    """Return a face detector, loaded once per process when it is first needed."""
    return _DETECTORS[name]()


def _face_sink(name: str) -> FaceFinder:
    rate_hz = FACES_HZ * BODIES_EVERY
    return FaceFinder(_face_detector(name), load_body_net(), rate_hz=rate_hz, side=FACES_SIDE, every=BODIES_EVERY)


def _hub(stream: StreamName, encoder: HubEncoder) -> Extractor:
    if encoder.is_video != (stream == "actions"):
        reads = "windows of several pictures" if encoder.is_video else "single pictures"
        other = "actions" if encoder.is_video else "clip"
        raise FeatureError(
            f"the model {encoder.name!r} reads {reads}, which do not fit {stream!r}; use it for {other!r}"
        )
    sink = HubWindowSink if encoder.is_video else HubPictureSink
    return Extractor(stream, encoder_name(encoder.name), f"{_VERSION} {encoder.weights}", partial(sink, encoder))


def _weights(folder: Path) -> str:
    """Return the first digits of the digest of a network's weights, as part of a version."""
    return digest(folder / ENCODER.weights)[:12]
