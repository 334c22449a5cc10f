"""The page `Check and export`: what is open, the settings of exports, and every form with its file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute

from cinescribe.describe.guidelines.lint import open_findings
from cinescribe.errors import InputError
from cinescribe.export.description import FORMATS
from cinescribe.export.disclosure import folder_disclosure
from cinescribe.export.settings import read_settings
from cinescribe.language.messages.page_words import as_sentence
from cinescribe.serve.shell.calls import Call
from cinescribe.serve.workbench.cue_views import cue_views
from cinescribe.serve.workbench.exporting.export_files import ExportFile, export_files
from cinescribe.serve.workbench.exporting.folder_settings import SettingError, save_settings, setting_fields
from cinescribe.serve.workbench.exporting.open_work import open_work
from cinescribe.serve.workbench.film_calls import REFUSED, Answer, answered_form, film_page, film_route, wants_json
from cinescribe.serve.workbench.films import Films, OpenFilm
from cinescribe.serve.workbench.jobs.job import JobTask
from cinescribe.serve.workbench.jobs.job_pages import job_html
from cinescribe.serve.workbench.jobs.jobs import Jobs
from cinescribe.timing import Seconds

_ALL = "all"  # in place of a form: every one, sound and film only where they were made before
_SHORT: Seconds = 4.0  # to wait for a job: most texts are made in it, and its answer says so
_CHECK: Seconds = 1.5  # to wait for remarks: a film that was checked before has them at once
_MOST_UNFIT = 20  # cues that are listed


@dataclass(frozen=True)
class ExportPage:
    """The page.

    Args:
        films: that are open.
        jobs: of the workbench.
    """

    films: Films
    jobs: Jobs

    def routes(self) -> list[BaseRoute]:
        """Return the routes of the page and of its forms."""
        return [
            film_route(self.films, "export", self._show),
            film_route(self.films, "export/{to}", self._make, methods=["POST"]),
            film_route(self.films, "export/{to}/file", _download),
            film_route(self.films, "settings", self._settings, methods=["POST"]),
        ]

    def _show(self, call: Call, film: OpenFilm) -> Response:
        return self._page(call, film, {})

    def _page(self, call: Call, film: OpenFilm, sent: Mapping[str, str], *, status: int = 200, **more: Any) -> Response:
        values = {**self._values(call, film), "sent": sent, **more}
        title = call.says("page-export")
        return film_page(call, film, "workbench/exporting/export.html", title=title, status=status, **values)

    def _values(self, call: Call, film: OpenFilm) -> dict[str, Any]:
        script, folder = film.folder.current().script, film.folder.folder
        work = open_work(script, takes=film.takes, rooms=film.rooms(script))
        views = cue_views(film, script, work.unfit[:_MOST_UNFIT], call.t)
        return {
            "work": work,
            "unfit": list(views.values()),
            **_remarks(film),
            "files": export_files(folder, script),
            "jobs": self.jobs.about(film.name, "export")[:1],
            "settings": setting_fields(read_settings(folder)),
            "disclosed": folder_disclosure(script, folder),
            "voice_fault": film.voice_fault,
        }

    def _make(self, call: Call, film: OpenFilm) -> Response:
        to = call.request.path_params["to"]
        if to != _ALL and to not in FORMATS:
            raise InputError(f"there is no form {to[:40]!r}; choose one from the page")
        film.folder.current()  # what an editor changed in the script is taken in first, as commands do
        job = self.jobs.start(_task(call, film, to))
        job.wait(_SHORT)
        path = f"{film.path}export"
        if not wants_json(call):
            return answered_form(call, film, Answer(job.message_in(call.t), path))
        parts = {"new-job": f'<div id="new-job">{job_html(call, job)}</div>', "files": self._files(call, film)}
        return answered_form(call, film, Answer(job.message_in(call.t), path, f"job-{job.number}", parts))

    def _files(self, call: Call, film: OpenFilm) -> str:
        files = export_files(film.folder.folder, film.folder.current().script)
        return call.part("workbench/exporting/export_files.html", film=film, files=files)

    def _settings(self, call: Call, film: OpenFilm) -> Response:
        sent = dict(call.form.kept)
        try:
            is_new = save_settings(film.folder.folder, sent)
        except SettingError as error:
            if wants_json(call):
                raise
            message = as_sentence(str(error))
            return self._page(call, film, sent, status=REFUSED, errors=[(f"setting-{error.field}", message)])
        outcome = call.says("export-saved" if is_new else "export-unchanged")
        parts = {"files": self._files(call, film)} if wants_json(call) else {}
        return answered_form(call, film, Answer(outcome, f"{film.path}export", parts=parts))


def _remarks(film: OpenFilm) -> dict[str, Any]:
    """How many open remarks there are of each rule, the most first; None while the film is being checked."""
    checked = film.check().found(_CHECK)
    if checked is None or checked.fault:
        return {"remarks": None, "remarks_fault": "" if checked is None else checked.fault}
    return {"remarks": Counter(one.rule for one in open_findings(checked.findings)).most_common(), "remarks_fault": ""}


def _task(call: Call, film: OpenFilm, to: str) -> JobTask:
    folder = str(film.folder.folder)
    if to == _ALL:
        title = call.says("job-export-all")
        return JobTask("export", title, ("export", "--all", "--", folder), about=(film.name, "export"))
    title = call.says("job-export", form=to)
    return JobTask("export", title, ("export", f"--to={to}", "--", folder), about=(film.name, "export"))


def _download(call: Call, film: OpenFilm) -> Response:
    to = call.request.path_params["to"]
    files = export_files(film.folder.folder, film.folder.current().script)
    found: ExportFile | None = next((one for one in files if one.to == to and one.is_there), None)
    if found is None:
        return call.message(call.says("export-make-first"), title=call.says("no-file"), status=404)
    return FileResponse(found.path, filename=found.path.name)
