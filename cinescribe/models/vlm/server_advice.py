"""What to do about an error of a chat server, by what it is about."""

from __future__ import annotations

import re

from cinescribe.models.vlm.answers.server_reason import ServerReason
from cinescribe.models.vlm.limit_reasons import NO_PICTURES, TOO_LARGE, is_about_context

_MISSING = 404  # HTTP: no such model, or no such path
_UNKNOWN_MODEL = re.compile(
    r"models?\b[^.;]{0,80}(?:not (?:been )?(?:found|exist|loaded|available|supported)|does(?: not|n['\u2019]t) exist|"
    r"unknown|"
    r"unavailable|is not a valid)|(?:no such|unknown|invalid|no) models?\b|not a valid model|model_not_found|"
    r"try pulling",
    re.IGNORECASE,
)
_MEMORY = re.compile(
    r"out of memory|\boom\b|requires more (?:system )?memory|insufficient memory|cuda error", re.IGNORECASE
)


def is_unknown_model(reason: ServerReason, status: int | None) -> bool:
    """Return whether a server says that it has no such model."""
    return status == _MISSING or _UNKNOWN_MODEL.search(reason.words) is not None


def advice(reason: ServerReason, *, status: int | None, has_pictures: bool) -> str:
    """Return what to do about an error, as the end of a sentence; "" where nothing is known.

    Args:
        reason: the server's.
        status: of HTTP.
        has_pictures: whether the request had pictures.
    """
    if has_pictures and NO_PICTURES.search(reason.words):
        return "; name a vision-language model, or start llama.cpp's server with the file for pictures (--mmproj)"
    if status == TOO_LARGE or is_about_context(reason):
        return (
            "; give the model a longer context: in Ollama OLLAMA_CONTEXT_LENGTH=16384, in llama.cpp -c 16384, in vLLM "
            "--max-model-len 16384, in LM Studio `Context Length`"
        )
    if _MEMORY.search(reason.words):
        return "; use a smaller model, or one with fewer bits a weight"
    if is_unknown_model(reason, status):
        return "; name a model that it has, or add this one there (with Ollama: ollama pull MODEL)"
    return ""
