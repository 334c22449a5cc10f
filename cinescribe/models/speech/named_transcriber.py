"""Transcribers by name, as `--transcriber` takes them."""

from __future__ import annotations

from collections.abc import Callable

from cinescribe.errors import ModelError
from cinescribe.language.vectors.hub_files import to_stderr
from cinescribe.media.transcription.transcriber import Transcriber
from cinescribe.models.speech.hub_transcriber import hub_transcriber
from cinescribe.models.speech.served_transcriber import served_transcriber


def transcriber_named(name: str, *, fetch: bool = False, announce: Callable[[str], None] = to_stderr) -> Transcriber:
    """Return the transcriber of a name.

    Args:
        name: `hub:<id or folder>`, a Whisper of the hub, or `server:<URL>#<model>`.
        fetch: whether a model of the hub may be downloaded.
        announce: called with one line before a download, and before sound leaves this machine.

    Raises:
        ModelError: when the name is of another form, or the model cannot be used.
    """
    kind, _, model = name.partition(":")
    if kind == "hub" and model:
        return hub_transcriber(model, fetch=fetch, announce=announce)
    if kind == "server" and model:
        return served_transcriber(model, announce=announce)
    raise ModelError(
        f"the transcriber is {name!r}; name hub:<id or folder>, such as hub:openai/whisper-small, or "
        "server:<URL>#<model>"
    )
