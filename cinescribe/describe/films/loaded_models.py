"""Describes films one after the other with models that a process loads once."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from cinescribe.describe.describe_film import describe_film
from cinescribe.describe.describe_options import captioner_named, faces_named, no_announcement
from cinescribe.features.faces.extractor import FaceExtractor
from cinescribe.generate.captioner import Captioner
from cinescribe.media.transcription.transcriber import Transcriber
from cinescribe.models.speech.named_transcriber import transcriber_named
from cinescribe.schema import Script


def describe_with_loaded(film: Path, folder: Path, *, captioner: str, **options: Any) -> Script:
    """Describe a film as `describe_film`, with models that this process loads once."""
    fetch = bool(options.get("fetch"))
    chosen = "auto" if captioner == "auto" else _captioner(captioner, fetch)
    options["faces"] = _faces(options.get("faces", "dlib"), fetch)
    if isinstance(options.get("transcriber"), str):
        options["transcriber"] = _transcriber(options["transcriber"], fetch)
    return describe_film(film, folder, captioner="auto" if chosen is None else chosen, **options)


@cache
def _captioner(name: str, fetch: bool) -> Captioner | None:
    # The process that starts the workers has said where frames are sent, and what is fetched.
    return captioner_named(name, fetch=fetch, announce=no_announcement)


@cache
def _faces(name: str, fetch: bool) -> FaceExtractor:
    return faces_named(name, fetch=fetch, announce=no_announcement)


@cache
def _transcriber(name: str, fetch: bool) -> Transcriber:
    return transcriber_named(name, fetch=fetch, announce=no_announcement)
