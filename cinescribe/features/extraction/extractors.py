"""Which extractors there are for each stream: ours, which need nothing fetched, and any encoder of the hub."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path

from cinescribe.errors import FeatureError, ModelError
from cinescribe.features.encoders.backlot_actions import ActionEncoder, load_action_net
from cinescribe.features.encoders.backlot_frames import FrameEncoder, load_frame_net
from cinescribe.features.encoders.encoder_weights import WEIGHTS, action_weights, frame_weights
from cinescribe.features.encoders.hub_encoders import HubEncoder, HubPictures, HubWindows, hub_encoder
from cinescribe.features.extraction.extract import Extractor
from cinescribe.features.faces.faces import DlibFaces, FaceExtractor, FaceFinder
from cinescribe.features.faces.insightface_faces import load_insight
from cinescribe.features.store.film_store import STREAMS, Stream
from cinescribe.language.vectors.encoders import encoder_name
from cinescribe.language.vectors.hub_files import to_stderr
from cinescribe.store import digest

OWN = "backlot"  # our small networks, trained on Backlot films
FACES_HZ, FACES_SIDE = 1.5, 640  # pictures a second, and their width in pixels, in which faces are sought
_INSIGHT_FOLDER = Path("~/.insightface")
_VERSION = "1"  # of how hub encoders are asked and faces are found here


def extractor(
    stream: Stream, name: str | None = None, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr
) -> Extractor:
    """The extractor of a stream that a name means.

    Args:
        stream: which stream it is for.
        name: for `clip` and `actions` `backlot`, an id of the hub or a folder; for `faces` `dlib` or `insightface`.
            By default the first of these.
        fetch: consent to fetch what is not on this machine.
        announce: is told size and licence, in one line, before anything is fetched.

    Raises:
        FeatureError: when there is no such stream, or the model sees windows where pictures are wanted, or the reverse.
        ModelError: when the model is not here, cannot be fetched, or cannot be used.
    """
    if stream == "faces":
        return _faces(name or DlibFaces.name, fetch=fetch, announce=announce)
    if stream not in STREAMS:
        raise FeatureError(f"{stream!r} came as a stream; {', '.join(STREAMS)} are known")
    if name in (None, OWN):
        return _own_frames() if stream == "clip" else _own_actions()
    return _hub(stream, hub_encoder(str(name), fetch=fetch, announce=announce))


def _own_frames() -> Extractor:
    net = load_frame_net()
    version = f"{FrameEncoder.version} {_weights(frame_weights())}"
    return Extractor("clip", FrameEncoder.name, version, partial(FrameEncoder, net))


def _own_actions() -> Extractor:
    net = load_action_net()
    version = f"{ActionEncoder.version} {_weights(action_weights())}"
    return Extractor("actions", ActionEncoder.name, version, partial(ActionEncoder, net))


def _faces(name: str, *, fetch: bool, announce: Callable[[str], None]) -> Extractor:
    if name not in _FINDERS:
        raise ModelError(f"{name!r} came as a finder of faces; {' and '.join(_FINDERS)} are known")
    if name != DlibFaces.name and fetch:
        load_insight(_INSIGHT_FOLDER, fetch=True, announce=announce)  # here, and not by several processes at once
    version = f"{_VERSION}, {FACES_HZ:g} Hz, {FACES_SIDE} pixels"
    return Extractor("faces", name, version, partial(_face_sink, name))


_FINDERS: dict[str, Callable[[], FaceExtractor]] = {
    "dlib": lambda: DlibFaces(side=FACES_SIDE),
    "insightface": lambda: load_insight(_INSIGHT_FOLDER, announce=to_stderr),
}


@lru_cache(1)
def _finder(name: str) -> FaceExtractor:
    """A finder of faces: loaded once a process, and only if some film is left to do."""
    return _FINDERS[name]()


def _face_sink(name: str) -> FaceFinder:
    return FaceFinder(_finder(name), rate_hz=FACES_HZ, side=FACES_SIDE)


def _hub(stream: Stream, encoder: HubEncoder) -> Extractor:
    if encoder.is_video != (stream == "actions"):
        sees = "windows of several pictures" if encoder.is_video else "single pictures"
        other = "actions" if encoder.is_video else "clip"
        raise FeatureError(
            f"the model {encoder.name!r} sees {sees}, which is no way to {stream!r}; name it for {other!r}"
        )
    sink = HubWindows if encoder.is_video else HubPictures
    return Extractor(stream, encoder_name(encoder.name), f"{_VERSION} {encoder.weights}", partial(sink, encoder))


def _weights(folder: Path) -> str:
    """The beginning of the digest of a network's weights: rows by other weights are other rows."""
    return digest(folder / WEIGHTS)[:12]
