"""Sounds of a film: cues in it, their voices, only the film, and the film itself for the browser's player."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TypeAlias

from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import BaseRoute

from cinescribe.describe.editing.cue_edits import cue_of
from cinescribe.errors import CinescribeError, InputError
from cinescribe.export.excerpts.film_excerpts import FilmExcerpts
from cinescribe.language.messages.page_words import as_sentence
from cinescribe.media.sound.soundtrack import Soundtrack
from cinescribe.media.sound.write import wav_bytes
from cinescribe.schema import Cue, Script
from cinescribe.serve.shell.calls import Call
from cinescribe.serve.workbench.cue_views import cue_id_of
from cinescribe.serve.workbench.film_calls import UNAVAILABLE, FilmHandler, film_route
from cinescribe.serve.workbench.films import Films, OpenFilm
from cinescribe.serve.workbench.hearing.film_copies import FilmCopies, FilmState
from cinescribe.timing import LONGEST_TIME, Seconds, Span

_CueSound: TypeAlias = Callable[[FilmExcerpts, Script, Cue, Call], Soundtrack]
_AROUND: Seconds = 0.5  # of the start and the end of a cue
_BESIDE: Seconds = 2.0  # before and after a cue in the film

_log = logging.getLogger(__name__)


class FilmSounds:
    """The sounds of the films that are open.

    Args:
        films: that are open.
    """

    def __init__(self, films: Films) -> None:
        self._films = films
        self._excerpts: dict[str, FilmExcerpts] = {}
        self._copies = FilmCopies()
        self._lock = threading.Lock()

    def routes(self) -> list[BaseRoute]:
        """Return the routes of sounds."""
        cue_sounds: dict[str, _CueSound] = {
            "voice": lambda excerpts, script, cue, call: excerpts.voice(script, cue),
            "mix": _mix,
            "start": lambda excerpts, script, cue, call: excerpts.start_of(script, cue, around=_AROUND),
            "end": lambda excerpts, script, cue, call: excerpts.end_of(script, cue, around=_AROUND),
            "film": _without_it,
        }
        return [
            *(film_route(self._films, f"cues/{{cue}}/{name}.wav", self._of(make)) for name, make in cue_sounds.items()),
            film_route(self._films, "sound.wav", self._stretch),
            film_route(self._films, "film", self._film),
            film_route(self._films, "film/state", self._state),
        ]

    def excerpts(self, film: OpenFilm) -> FilmExcerpts:
        """Return the excerpts of a film; its loudness is measured beside, when it is first asked for."""
        with self._lock:
            found = self._excerpts.get(film.name)
            if found is None:
                found = self._excerpts[film.name] = FilmExcerpts(film.folder.folder, film.voices)
                script = film.folder.current().script
                threading.Thread(target=_measure, args=(found, script), name="loudness", daemon=True).start()
            return found

    def _of(self, make: _CueSound) -> FilmHandler:
        def handler(call: Call, film: OpenFilm) -> Response:
            script = film.folder.current().script
            cue = cue_of(script, cue_id_of(script, call.request.path_params["cue"]))
            return _wav(make(self.excerpts(film), script, cue, call))

        return handler

    def _stretch(self, call: Call, film: OpenFilm) -> Response:
        start, end = _seconds(call, "start", 0.0), _seconds(call, "end", LONGEST_TIME)
        if end <= start:
            raise InputError(f"the sound ends at {end:g} s and starts at {start:g} s; name a later end")
        return _wav(self.excerpts(film).film(film.folder.current().script, Span(start, end)))

    def _film(self, call: Call, film: OpenFilm) -> Response:
        state = self._copies.state(film.folder.folder, film.folder.current().script, self.excerpts(film).source)
        if state.path is None:
            explanation = call.t.fault(state.message) if state.message else _copied(call, state)
            return call.message(explanation, title=call.says("film-unplayable"), status=UNAVAILABLE)
        is_webm = state.path.suffix.lower() == ".webm"
        return FileResponse(state.path, media_type="video/webm" if is_webm else "video/mp4")

    def _state(self, call: Call, film: OpenFilm) -> Response:
        state = self._copies.state(film.folder.folder, film.folder.current().script, self.excerpts(film).source)
        if state.message:
            return JSONResponse({"is_ready": False, "message": as_sentence(state.message), "lang": "en"})
        is_ready = state.path is not None
        return JSONResponse({"is_ready": is_ready, "message": "" if is_ready else _copied(call, state)})


def _copied(call: Call, state: FilmState) -> str:
    """The message about a film that is being copied for the browser."""
    return call.says("film-copied", share=call.t.number(100 * min(state.share, 0.99), digits=0))


def _mix(excerpts: FilmExcerpts, script: Script, cue: Cue, call: Call) -> Soundtrack:
    before, after = _seconds(call, "before", _BESIDE), _seconds(call, "after", _BESIDE)
    return excerpts.cue(script, cue, before=before, after=after)


def _without_it(excerpts: FilmExcerpts, script: Script, cue: Cue, call: Call) -> Soundtrack:
    """Only the film where the cue is heard, with the seconds around it."""
    end = max(cue.span.end, cue.span.start + cue.pause)
    return excerpts.film(script, Span(cue.span.start, end).padded(_BESIDE))


def _seconds(call: Call, name: str, otherwise: Seconds) -> Seconds:
    text = call.request.query_params.get(name)
    if text is None:
        return otherwise
    try:
        seconds = float(text)
    except ValueError as error:
        raise InputError(f"{name} is {text!r}; expected seconds, such as 2.5") from error
    if not 0 <= seconds <= LONGEST_TIME:
        raise InputError(f"{name} is {text!r}; expected 0 s or later")
    return seconds


def _wav(sound: Soundtrack) -> Response:
    return Response(wav_bytes(sound), media_type="audio/wav")


def _measure(excerpts: FilmExcerpts, script: Script) -> None:
    try:
        excerpts.measure(script)
    except CinescribeError as error:  # in a thread of its own: who wants to hear the film is answered why
        _log.info("the film's loudness was not measured: %s", error)
