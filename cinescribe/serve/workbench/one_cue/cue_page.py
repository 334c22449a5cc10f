"""The page of one cue: its form, what it rests on, its other wordings, its history, and its stretch once more."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.responses import Response
from starlette.routing import BaseRoute

from cinescribe.describe.editing.cue_edits import cue_of
from cinescribe.describe.editing.edit_messages import message_of
from cinescribe.describe.editing.listing import cue_numbers
from cinescribe.describe.editing.open_folder import Edit
from cinescribe.describe.looking.film_pictures import picture_at
from cinescribe.describe.looking.marks import marked, marks_at
from cinescribe.describe.looking.measurements import is_measured, measuring_seconds
from cinescribe.describe.looking.suggestions import adopted
from cinescribe.export.folder import FACES
from cinescribe.export.narration import NarratedMoment, read_narration
from cinescribe.media.sound.write import wav_bytes
from cinescribe.schema import Cue, Face, Script
from cinescribe.serve.shell.calls import Call
from cinescribe.serve.workbench.cue_views import cue_id_of, cue_views, key_of
from cinescribe.serve.workbench.film_calls import Answer, answered_form, film_page, film_route, wants_json
from cinescribe.serve.workbench.films import Films, OpenFilm
from cinescribe.serve.workbench.hearing.sounds import FilmSounds
from cinescribe.serve.workbench.jobs.job_pages import job_html
from cinescribe.serve.workbench.jobs.jobs import Jobs
from cinescribe.serve.workbench.new_film.describe_task import CAPTIONERS
from cinescribe.serve.workbench.one_cue.again import DescribedAgain, asked_span, usual_span
from cinescribe.serve.workbench.one_cue.cue_facts import (
    evidence_lines,
    frame_views,
    other_wordings,
    past_edits,
    reasons,
)
from cinescribe.serve.workbench.one_cue.questions import about_questions, question_task, say_answer
from cinescribe.store import read_records
from cinescribe.timing import clock

_SOURCE = "described again"
_YEAR = "private, max-age=86400"  # a picture of a film stays what it is


@dataclass(frozen=True)
class CuePage:
    """The page.

    Args:
        films: that are open.
        jobs: of the workbench.
        sounds: of the films.
    """

    films: Films
    jobs: Jobs
    sounds: FilmSounds
    _again: DescribedAgain = field(init=False)
    _faces: dict[Path, tuple[int, list[Face]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_again", DescribedAgain(self.jobs))

    def routes(self) -> list[BaseRoute]:
        """Return the routes of the page, its pictures and its forms."""
        films, one = self.films, "cues/{cue}/again/{job:number}"
        return [
            film_route(films, "cues/{cue}", self._show),
            film_route(films, "cues/{cue}/frames/{time:number}.jpg", self._frame),
            film_route(films, "cues/{cue}/ask", self._ask, methods=["POST"]),
            film_route(films, "cues/{cue}/again", self._start, methods=["POST"]),
            film_route(films, f"{one}/leave", self._leave, methods=["POST"]),
            film_route(films, f"{one}/{{place:number}}/adopt", self._adopt, methods=["POST"]),
            film_route(films, f"{one}/{{place:number}}/{{sound}}.wav", self._hear),
        ]

    def _show(self, call: Call, film: OpenFilm) -> Response:
        opened = film.folder.current()
        script, cue = opened.script, _cue(call, opened.script)
        view, moment = cue_views(film, script, [cue], call.t)[cue.id], _moment(film, cue)
        heard = script.spoken()
        at = next((n for n, one in enumerate(heard) if one.id == cue.id), None)
        values: dict[str, Any] = {
            "view": view,
            "before": None if at is None or at == 0 else key_of(heard[at - 1].id),
            "after": None if at is None or at + 1 == len(heard) else key_of(heard[at + 1].id),
            "frames": frame_views(script, cue, self._found_faces(film), moment, call.t),
            "language": script.language,
            "evidence": evidence_lines(cue, call.t),
            "why": reasons(moment, call.t),
            "wordings": other_wordings(cue, moment, call.t),
            "past": past_edits(cue.id, opened.revisions, call.t),
            "captioners": CAPTIONERS,
            "to_measure": _minutes_to_measure(script, film.folder.folder),
            "stretch": [clock(time) for time in _ends(script, cue)],
            "questions": self.jobs.about(*about_questions(film, view.key)),
            "again": [(job, self._again.suggested(job)) for job in self._again.of(film, view.key)],
        }
        return film_page(call, film, "workbench/one_cue/one_cue.html", title=view.heading, **values)

    def _frame(self, call: Call, film: OpenFilm) -> Response:
        script = film.folder.current().script
        cue, time = _cue(call, script), call.number("time") / 1000
        marks = marks_at(script, cue, self._found_faces(film), time)
        picture = marked(picture_at(script, film.folder.folder, time), marks)
        return Response(picture, media_type="image/jpeg", headers={"cache-control": _YEAR})

    def _start(self, call: Call, film: OpenFilm) -> Response:
        script = film.folder.current().script
        cue = _cue(call, script)
        key = key_of(cue.id)
        job = self._again.start(call, film, cue, key)
        parts = {"new-job": f'<div id="new-job">{job_html(call, job)}</div>'}
        page = f"{film.path}cues/{key}#job-{job.number}"
        return answered_form(call, film, Answer(job.message_in(call.t), page, f"job-{job.number}", parts))

    def _ask(self, call: Call, film: OpenFilm) -> Response:
        script, sent = film.folder.current().script, dict(call.form.kept)
        cue = _cue(call, script)
        key = key_of(cue.id)
        job = self.jobs.start(question_task(call, film, key, asked_span(script, cue, sent), sent), say_answer)
        parts = {"new-question": f'<div id="new-question">{job_html(call, job)}</div>'}
        page = f"{film.path}cues/{key}#job-{job.number}"
        return answered_form(call, film, Answer(job.message_in(call.t), page, f"job-{job.number}", parts))

    def _leave(self, call: Call, film: OpenFilm) -> Response:
        self._again.leave(call.number("job"))
        page = f"{film.path}cues/{call.request.path_params['cue']}"
        return answered_form(call, film, Answer(call.says("again-left"), page, "again-h", reload=page))

    def _adopt(self, call: Call, film: OpenFilm) -> Response:
        suggestion = self._again.suggestion(call.number("job"), call.number("place"))
        before = _cue(call, film.folder.current().script)
        revision = call.form.get("revision")
        opened = film.folder.edit(
            lambda script: Edit(adopted(script, before.id, suggestion, duration=film.takes)),
            who=film.who,
            source=_SOURCE,
            expected={before.id: revision} if revision else None,
        )
        script = opened.script
        cue = cue_of(script, before.id)
        view = cue_views(film, script, [cue], call.t)[cue.id]
        number = cue_numbers(script.cues).get(cue.id)
        message = message_of(before, cue, number=number, room=view.room, takes=view.takes, words=call.t)
        parts = {f"cue-{view.key}": _article(call, film, view=view)} if wants_json(call) else {}
        return answered_form(call, film, Answer(message, f"{film.path}cues/{view.key}", f"cue-{view.key}", parts))

    def _hear(self, call: Call, film: OpenFilm) -> Response:
        """The sound of a suggestion, with or without the film; the description is unchanged."""
        script = film.folder.current().script
        suggestion = self._again.suggestion(call.number("job"), call.number("place"))
        cue = _cue(call, script)
        changes = adopted(script, cue.id, suggestion, duration=film.takes)
        tried = next((change.after for change in changes if change.after), cue)
        script = script.replace(cues=tuple(tried if one.id == cue.id else one for one in script.cues))
        excerpts = self.sounds.excerpts(film)
        is_mix = call.request.path_params["sound"] == "mix"
        sound = excerpts.cue(script, tried) if is_mix else excerpts.voice(script, tried)
        return Response(wav_bytes(sound), media_type="audio/wav")

    def _found_faces(self, film: OpenFilm) -> list[Face]:
        """The faces in a film, read again when their file changes."""
        path = film.folder.folder / FACES
        if not path.is_file():
            return []
        stamp = path.stat().st_mtime_ns
        known = self._faces.get(path)
        if known is None or known[0] != stamp:
            known = self._faces[path] = stamp, read_records(path, Face)
        return known[1]


def _cue(call: Call, script: Script) -> Cue:
    return cue_of(script, cue_id_of(script, call.request.path_params["cue"]))


def _moment(film: OpenFilm, cue: Cue) -> NarratedMoment | None:
    return next((one for one in read_narration(film.folder.folder) if one.cue == cue.id), None)


def _ends(script: Script, cue: Cue) -> tuple[float, float]:
    span = usual_span(script, cue)
    return span.start, span.end


def _article(call: Call, film: OpenFilm, **values: Any) -> str:
    return call.part("workbench/cue_article.html", film=film, **values)


def _minutes_to_measure(script: Script, folder: Path) -> int:
    """How long the film is watched before a stretch can be described; 0 if what was measured still holds."""
    return 0 if is_measured(folder) else max(1, round(measuring_seconds(script, folder) / 60))
