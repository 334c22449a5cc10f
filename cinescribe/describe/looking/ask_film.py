"""Asks a model by name about a moment of a described film."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from cinescribe.describe.describe_options import captioner_named, no_announcement
from cinescribe.describe.looking.asking import ask_about
from cinescribe.describe.looking.frame_answer import FrameAnswer
from cinescribe.errors import ParameterError
from cinescribe.timing import Seconds, Span, from_clock

_AROUND: Seconds = 1.0  # of frames after a moment without an end


def ask_film(
    folder: str | Path,
    question: str,
    *,
    at: str | Seconds,
    until: str | Seconds | None = None,
    model: str,
    fetch: bool = False,
    announce: Callable[[str], None] = no_announcement,
) -> FrameAnswer:
    """Ask a model about the frames of a moment; what they do not show is answered with `Not seen`.

    Args:
        folder: of the description.
        question: what is asked.
        at: the moment, in seconds or as `00:04:12.5`.
        until: its end; by default a second later.
        model: `server:<URL>#<model>` or `hub:<model id>` of a model that sees pictures.
        fetch: whether the model may be downloaded.
        announce: receives one line with size and licence before a download.

    Raises:
        ParameterError: when the model answers no questions.
        InputError: when a time is malformed, and as `ask_about`.
        ModelError, FilmError, RecordError: as `ask_about`.
    """
    start = _seconds(at)
    span = Span(start, start + _AROUND if until is None else max(_seconds(until), start))
    captioner = captioner_named(model, fetch=fetch, announce=announce)
    if captioner is None or captioner.chat_model is None:
        raise ParameterError(f"{model!r} answers no questions; name server:<URL>#<model> or hub:<model id>")
    return ask_about(Path(folder), question, span, model=captioner.chat_model)


def _seconds(given: str | Seconds) -> Seconds:
    return from_clock(given) if isinstance(given, str) else float(given)
