"""Takes of a cue: recorded in the browser, sent as a file, or spoken by another voice; heard in place of the voice."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from cinescribe.describe.editing.cue_edits import cue_of
from cinescribe.describe.editing.edit import recording_change
from cinescribe.describe.editing.edit_messages import message_of
from cinescribe.describe.editing.open_folder import Edit
from cinescribe.errors import VoiceError
from cinescribe.export.recordings import keep_spoken, keep_take
from cinescribe.export.settings import read_settings
from cinescribe.media.sound.recording import MOST_BYTES, check_take
from cinescribe.schema import Cue, Script
from cinescribe.serve.security.forms import SentForm, is_from_here
from cinescribe.serve.shell.calls import Call, answered, not_from_here
from cinescribe.serve.shell.site import Site
from cinescribe.serve.workbench.cue_views import CueView, cue_id_of, cue_views
from cinescribe.serve.workbench.cues_page import list_address
from cinescribe.serve.workbench.film_calls import Answer, about_film, answered_form, film_page, film_route
from cinescribe.serve.workbench.films import Films, OpenFilm
from cinescribe.serve.workbench.hearing.installed_voices import installed_voices
from cinescribe.timing import Seconds

_FORM = 1 << 16  # bytes around the file: the form's other fields, and the marks between them
_PIECE = 1 << 16  # bytes read at once
_PAGE, _PART = "workbench/hearing/take.html", "workbench/hearing/take_part.html"
# Only this page asks for the microphone.
_MICROPHONE = {"permissions-policy": "camera=(), geolocation=(), microphone=(self)"}


@dataclass(frozen=True)
class _Kept:
    """What is heard of a cue from now on: the path of a recording, or None for the voice."""

    path: str | None
    takes: Seconds
    source: str


def take_routes(films: Films) -> list[BaseRoute]:
    """Return the routes of the page of takes and of its forms."""
    at = "cues/{cue}/take"
    return [
        film_route(films, at, _show),
        film_route(films, f"{at}/remove", _keeping(_voice_again), methods=["POST"]),
        film_route(films, f"{at}/voice", _keeping(_other_voice), methods=["POST"]),
        Route(f"/films/{{film}}/{at}", _sending(films), methods=["POST"], max_body_size=MOST_BYTES + _FORM),
    ]


def _show(call: Call, film: OpenFilm) -> Response:
    script = film.folder.current().script
    view = _view(call, film, script)
    back = list_address(film, script, view.cue)
    response = film_page(call, film, _PAGE, title=call.says("take-record"), back=back, **_values(view))
    response.headers.update(_MICROPHONE)
    return response


def _values(view: CueView) -> dict[str, Any]:
    return {"view": view, "voices": installed_voices(), "most_mb": MOST_BYTES // 1_000_000}


def _view(call: Call, film: OpenFilm, script: Script) -> CueView:
    cue = cue_of(script, cue_id_of(script, call.request.path_params["cue"]))
    return cue_views(film, script, [cue], call.t)[cue.id]


def _sending(films: Films) -> Callable[[Request], Any]:
    async def endpoint(request: Request) -> Response:
        site: Site = request.app.state.site
        call = Call(request, site, site.cookie.visitor(request))
        if not is_from_here(request):
            return not_from_here(call)
        with tempfile.TemporaryDirectory(prefix="cinescribe-") as folder:
            async with request.form(max_files=1, max_fields=10) as form:
                fields = tuple((key, value) for key, value in form.multi_items() if isinstance(value, str))
                file = form.get("take")
                sent = None if not isinstance(file, UploadFile) else await _stored(file, Path(folder))
            call = replace(call, form=SentForm(fields))
            handler = about_film(films, lambda call, film: _taken(call, film, sent))
            return await run_in_threadpool(answered, call, handler, True, False)

    return endpoint


async def _stored(file: UploadFile, folder: Path) -> Path:
    """The file that was sent, under a fixed name."""
    path = folder / "take"
    with path.open("wb") as out:
        while piece := await file.read(_PIECE):
            out.write(piece)
    return path


def _taken(call: Call, film: OpenFilm, sent: Path | None) -> Response:
    if sent is None or not sent.stat().st_size:
        raise VoiceError("the form has no recording; record one, or choose a file with sound")

    def keep(cue: Cue, call: Call, film: OpenFilm) -> _Kept:
        check_take(sent)
        take = keep_take(film.folder.folder, cue.id, sent)
        return _Kept(take.path, take.seconds, "recording")

    return _keep(call, film, keep)


def _voice_again(cue: Cue, call: Call, film: OpenFilm) -> _Kept:
    return _Kept(None, film.takes(cue.replace(recording=None)), "recording removed")


def _other_voice(cue: Cue, call: Call, film: OpenFilm) -> _Kept:
    name = call.form.get("voice")
    if name not in installed_voices():
        raise VoiceError(f"unknown voice {name!r}; choose one of the list")
    folder = film.folder.folder
    voice = film.voices.named(name, pronunciation=read_settings(folder).pronunciation)
    take = keep_spoken(folder, cue.id, voice.say(cue.text, rate=cue.rate))
    return _Kept(take.path, take.seconds, name)


_Keep = Callable[[Cue, Call, OpenFilm], _Kept]


def _keeping(keep: _Keep) -> Callable[[Call, OpenFilm], Response]:
    return lambda call, film: _keep(call, film, keep)


def _keep(call: Call, film: OpenFilm, keep: _Keep) -> Response:
    """Give a cue what is heard of it, and say what became of it."""
    script = film.folder.current().script
    cue = cue_of(script, cue_id_of(script, call.request.path_params["cue"]))
    kept = keep(cue, call, film)
    revision = call.form.get("revision")

    def make(now: Script) -> Edit:
        return Edit((recording_change(cue_of(now, cue.id), kept.path, kept.takes),))

    expected = {cue.id: revision} if revision else None
    after = film.folder.edit(make, who=film.who, source=kept.source, expected=expected).script
    view = _view(call, film, after)
    was = view.cue.replace(recording=cue.recording)  # that its end moved with it goes without saying
    message = message_of(was, view.cue, number=view.number, room=view.room, takes=view.takes, words=call.t)
    to = call.request.url.path.removesuffix("/remove").removesuffix("/voice")
    html = call.part(_PART, film=film, path=to, **_values(view))
    return answered_form(call, film, Answer(message, to, "take", parts={"take": html}))
