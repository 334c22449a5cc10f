"""The page `Listen`: the player of exports, with the film and the voice from the workbench."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from starlette.responses import Response
from starlette.routing import BaseRoute

from cinescribe.describe.editing.cue_fields import CueFieldError
from cinescribe.errors import RecordError
from cinescribe.export.disclosure import folder_disclosure
from cinescribe.export.folder import FACES
from cinescribe.export.player.detail import cue_levels
from cinescribe.export.player.player_data import CueSound, player_data
from cinescribe.export.player.player_page import player_captions, player_script, player_section, player_style
from cinescribe.export.recordings import recorded
from cinescribe.media.sound.encoded_speech import MP3, encoded_speech
from cinescribe.schema import Cue, Face
from cinescribe.serve.shell.calls import Call, page_route
from cinescribe.serve.workbench.cue_views import cue_id_of, key_of
from cinescribe.serve.workbench.film_calls import Answer, answered_form, film_page, film_route
from cinescribe.serve.workbench.films import Films, OpenFilm
from cinescribe.serve.workbench.jobs.job_pages import job_html
from cinescribe.serve.workbench.jobs.jobs import Jobs
from cinescribe.serve.workbench.one_cue.questions import about_questions, question_task, say_answer
from cinescribe.store import read_records
from cinescribe.timing import Seconds, Span, clock, from_clock

_PLACE = "listen"  # what asks the questions of this page
_SEEN: Seconds = 2.0  # before a moment: what a listener asks about has just happened
_AHEAD: Seconds = 0.5


@dataclass(frozen=True)
class ServedSounds:
    """Says where the sounds of a film's cues are: each wording has an address, which changes with its words.

    Args:
        film: the film.
    """

    film: OpenFilm

    def __call__(self, cue: Cue, text: str, /) -> CueSound:
        """Return where the sound of a wording of a cue is."""
        return CueSound(f"{self.film.path}listen/{key_of(cue.id)}/{_digest(cue, text)}.mp3")


def listen_routes(films: Films, jobs: Jobs) -> list[BaseRoute]:
    """Return the routes of the page, of its sounds and questions, and of the player's style and script."""
    return [
        film_route(films, "listen", lambda call, film: _show(call, film, jobs)),
        film_route(films, "listen/ask", lambda call, film: _ask(call, film, jobs), methods=["POST"]),
        film_route(films, "listen/captions.vtt", _captions),
        film_route(films, "listen/{cue}/{wording}.mp3", _sound),
        page_route("/listen/player.css", lambda call: Response(player_style(), media_type="text/css")),
        page_route("/listen/player.js", lambda call: Response(player_script(), media_type="text/javascript")),
    ]


def _show(call: Call, film: OpenFilm, jobs: Jobs) -> Response:
    script, folder = film.folder.current().script, film.folder.folder
    speaks = not film.voice_fault
    data = player_data(
        script,
        address=f"{film.path}film",
        faces=read_records(folder / FACES, Face) if (folder / FACES).is_file() else [],
        voice=film.voices.voice(folder).name if speaks else None,
        sounds=ServedSounds(film) if speaks else None,
    )
    player = player_section(data, script, captions=f"{film.path}listen/captions.vtt", live="status", words=call.t)
    values: dict[str, Any] = {
        "player": player,
        "disclosed": folder_disclosure(script, folder),
        "questions": jobs.about(*about_questions(film, _PLACE)),
    }
    return film_page(call, film, "workbench/listening/listen.html", title=call.says("page-listen"), **values)


def _ask(call: Call, film: OpenFilm, jobs: Jobs) -> Response:
    """Ask about the moment that is heard: what was just seen, and what is seen now."""
    sent = dict(call.form.kept)
    span = _present(sent.get("at", ""), film.folder.current().script.film.duration)
    job = jobs.start(question_task(call, film, _PLACE, span, sent), say_answer)
    parts = {"new-question": f'<div id="new-question">{job_html(call, job)}</div>'}
    page = f"{film.path}listen#job-{job.number}"
    return answered_form(call, film, Answer(job.message_in(call.t), page, f"job-{job.number}", parts))


def _present(typed: str, duration: Seconds) -> Span:
    try:
        at = from_clock(typed.strip())
    except RecordError as error:
        raise CueFieldError("at", f"{typed[:40]!r} is no time; enter one such as 00:04:12") from error
    if at > duration:
        raise CueFieldError("at", f"the film ends at {clock(duration)}; enter an earlier time")
    return Span(max(0.0, at - _SEEN), min(duration, at + _AHEAD))


def _captions(call: Call, film: OpenFilm) -> Response:
    """The dialogue as captions, which the policy of the page takes from the site only."""
    return Response(player_captions(film.folder.current().script), media_type="text/vtt")


def _sound(call: Call, film: OpenFilm) -> Response:
    script, folder = film.folder.current().script, film.folder.folder
    cue_id, wanted = cue_id_of(script, call.request.path_params["cue"]), call.request.path_params["wording"]
    levels = (one for one in cue_levels(script) if one.cue.id == cue_id)
    found = next(((one.cue, text) for one in levels for text in one.wordings if _digest(one.cue, text) == wanted), None)
    if found is None:
        return call.message(call.says("listen-changed"), title=call.says("no-sound"), status=404)
    cue, text = found
    spoken = film.voices.voice(folder).say(text, rate=cue.rate) if cue.recording is None else recorded(cue, folder)
    return Response(encoded_speech(spoken), media_type=MP3)


def _digest(cue: Cue, text: str) -> str:
    """What changes with the sound of a wording."""
    return hashlib.sha256(f"{cue.rate} {cue.recording} {text}".encode()).hexdigest()[:16]
