"""Who does the work of a description, and how they are named on the command line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from cinescribe.describe.captioner_selection import load_micap
from cinescribe.errors import ModelError
from cinescribe.features.faces.faces import DlibFaces, FaceExtractor
from cinescribe.features.faces.insightface_faces import load_insight
from cinescribe.generate.captioner import Captioner
from cinescribe.media.voice.espeak import EspeakVoice
from cinescribe.media.voice.voice import Voice
from cinescribe.models.hub.captioner import hub_captioner
from cinescribe.models.observer.observer import Observer
from cinescribe.progress import Progress, no_progress


def unannounced(line: str) -> None:
    """Tells nobody."""


@dataclass(frozen=True)
class Crew:
    """Who does the work.

    Args:
        captioner: writes the captions; None leaves it to the film: whoever its pictures suit.
        voice: speaks them, so that they fit.
        faces: finds and knows faces.
        progress: is told each stage and the share of it that is done.
        announce: is told in a line who was chosen to write, and why.
    """

    captioner: Captioner | None = None
    voice: Voice = field(default_factory=EspeakVoice)
    faces: FaceExtractor = field(default_factory=DlibFaces)
    progress: Progress = no_progress
    announce: Callable[[str], None] = unannounced


def captioner_named(name: str, *, fetch: bool, announce: Callable[[str], None]) -> Captioner | None:
    """The captioner that a name on the command line means; None for `auto`, which leaves it to the film.

    `observer`; `micap`, the one that comes with cinescribe, or `micap:<checkpoint>`; `hub:<model id or folder>`.

    Args:
        name: the name.
        fetch: whether a model may be fetched.
        announce: is told the size and licence of what is about to be fetched.

    Raises:
        ModelError: when the name is unknown, or the model cannot be used, or is not here and may not be fetched.
    """
    if name == "auto":
        return None
    if name == "observer":
        return Observer()
    kind, colon, model = name.partition(":")
    if kind == "micap" and bool(colon) == bool(model):
        return load_micap(Path(model) if model else None)
    if kind == "hub" and model:
        return hub_captioner(model, fetch=fetch, announce=announce)
    raise ModelError(
        f"{name!r} came as a captioner; auto, observer, micap, micap:<checkpoint> and hub:<model id or folder> are "
        "known"
    )


def faces_named(name: str, *, fetch: bool, announce: Callable[[str], None]) -> FaceExtractor:
    """The extractor of faces that a name on the command line means: `dlib` or `insightface`.

    Args:
        name: the name.
        fetch: whether weights may be fetched.
        announce: is told the size and licence of what is about to be fetched.

    Raises:
        ModelError: when the name is unknown, or package or weights are not here and may not be fetched.
    """
    if name == "dlib":
        return DlibFaces()
    if name == "insightface":
        return load_insight(Path("~/.insightface"), fetch=fetch, announce=announce)
    raise ModelError(f"{name!r} came as a finder of faces; dlib and insightface are known")
