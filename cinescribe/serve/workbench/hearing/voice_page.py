"""The page of a film's voice: which one speaks its cues, and how fast."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from starlette.responses import Response
from starlette.routing import BaseRoute

from cinescribe.describe.editing.cue_fields import CueFieldError
from cinescribe.errors import VoiceError
from cinescribe.export.settings import read_settings, write_settings
from cinescribe.media.voice.named_voice import FASTEST, SLOWEST
from cinescribe.media.voice.voice_language import voice_language
from cinescribe.serve.shell.calls import Call
from cinescribe.serve.workbench.cue_views import cue_views
from cinescribe.serve.workbench.film_calls import Answer, answered_form, film_page, film_route
from cinescribe.serve.workbench.films import Films, OpenFilm
from cinescribe.serve.workbench.hearing.installed_voices import installed_voices

_PAGE, _PART = "workbench/hearing/voice.html", "workbench/hearing/voice_part.html"


def voice_routes(films: Films) -> list[BaseRoute]:
    """Return the routes of the page and of its form."""
    return [film_route(films, "voice", _show), film_route(films, "voice", _choose, methods=["POST"])]


def _show(call: Call, film: OpenFilm) -> Response:
    return film_page(call, film, _PAGE, title=call.says("page-voice"), **_values(call, film))


def _values(call: Call, film: OpenFilm) -> dict[str, Any]:
    settings, voices = read_settings(film.folder.folder), installed_voices()
    if settings.voice not in voices:
        voices = {settings.voice: settings.voice, **voices}
    script = film.folder.current().script
    spoken = next((cue for cue in script.spoken() if cue.recording is None), None)
    return {
        "sample": None if spoken is None else cue_views(film, script, [spoken], call.t)[spoken.id],
        "voices": voices,
        "settings": settings,
        "slowest": SLOWEST,
        "fastest": FASTEST,
        "fault": film.voice_fault,
        "other_language": _other_language(settings.voice, script.language),
    }


def _other_language(voice: str, language: str) -> str | None:
    """The language that a voice speaks, where the sentences are in another one."""
    spoken = voice_language(voice)
    return None if spoken in (None, language.partition("-")[0]) else spoken


def _choose(call: Call, film: OpenFilm) -> Response:
    folder, name = film.folder.folder, call.form.get("voice")
    present = read_settings(folder)
    if name != present.voice and name not in installed_voices():
        raise CueFieldError("voice", f"unknown voice {name!r}; choose one of the list")
    rate = _rate(call.form.get("rate"))
    try:
        film.voices.named(name, rate)
    except VoiceError as error:
        raise CueFieldError("voice", str(error)) from error
    write_settings(folder, replace(present, voice=name, rate=rate))
    html = call.part(_PART, film=film, path=f"{film.path}voice", **_values(call, film))
    message = call.says("voice-chosen", voice=name, rate=call.t.number(rate, digits=None))
    return answered_form(call, film, Answer(message, f"{film.path}voice", "voice", parts={"voice": html}))


def _rate(text: str) -> float:
    try:
        rate = float(text)
    except ValueError as error:
        raise CueFieldError("rate", f"the speed is {text!r}; expected a number such as 1.1") from error
    if not SLOWEST <= rate <= FASTEST:
        raise CueFieldError("rate", f"the speed is {rate:g}; expected {SLOWEST:g} to {FASTEST:g}")
    return rate
