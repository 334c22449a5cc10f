"""The first page: the films that are open, and those that can be described."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from cinescribe.errors import CinescribeError
from cinescribe.language.messages.languages import native_name
from cinescribe.language.messages.page_words import as_sentence
from cinescribe.language.messages.spoken_messages import SPOKEN_LANGUAGES
from cinescribe.serve.shell.calls import Call, page_route
from cinescribe.serve.workbench.film_calls import REFUSED, wants_json
from cinescribe.serve.workbench.films import Films, OpenFilm
from cinescribe.serve.workbench.jobs.job import Job, JobTask
from cinescribe.serve.workbench.jobs.job_pages import answered_job
from cinescribe.serve.workbench.jobs.jobs import Jobs
from cinescribe.serve.workbench.new_film.describe_task import CAPTIONERS, DescribeForm, describe_task
from cinescribe.serve.workbench.new_film.film_shelf import FilmShelf, form_key

_KIND = "describe"


@dataclass(frozen=True)
class FilmsPage:
    """The page.

    Args:
        films: that are open.
        shelf: of those that can be described.
        jobs: of the workbench.
    """

    films: Films
    shelf: FilmShelf
    jobs: Jobs

    def routes(self) -> list[BaseRoute]:
        """Return the routes of the page and of its form."""
        return [page_route("/", self._show), page_route("/describe", self._describe, methods=["POST"])]

    def _show(self, call: Call) -> Response:
        return self._page(call, {})

    def _page(self, call: Call, sent: Mapping[str, str], *, status: int = 200, **values: Any) -> Response:
        opened = self._opened()
        shelf = self.shelf.films(opened)
        shown: dict[str, Any] = {
            "films": [(film, _n_remarks(film)) for film in self.films],
            "shelf": shelf,
            "first": next((film.key for film in shelf if film.state != "described"), ""),
            "subtitles": [(form_key(path), path.name) for path in self.shelf.subtitles(opened)],
            "captioners": CAPTIONERS,
            "languages": [(tag, native_name(tag)) for tag in SPOKEN_LANGUAGES],
            "jobs": [job for job in self.jobs.all() if job.task.kind == _KIND and not job.task.about],
            "sent": sent,
        }
        return call.page("workbench/films.html", title=call.says("page-films"), status=status, **shown, **values)

    def _describe(self, call: Call) -> Response:
        sent = dict(call.form.kept)
        try:
            folder, task = self._task(call, sent)
            return answered_job(call, self.jobs.start(task, lambda job: self._open(job, folder)))
        except CinescribeError as error:
            message, field = as_sentence(str(error)), getattr(error, "field", None)
            if wants_json(call):
                return JSONResponse({"message": message, "field": field, "lang": "en"}, REFUSED)
            return self._page(call, sent, status=REFUSED, errors=[(f"describe-{field or 'film'}", message)])

    def _task(self, call: Call, sent: Mapping[str, str]) -> tuple[Path, JobTask]:
        opened = self._opened()
        film = self.shelf.film(sent.get("film", ""), opened)
        chosen = sent.get("subtitles", "")
        subtitles = self.shelf.subtitle_file(chosen, opened) if chosen else None
        title = call.says("job-describe", film=film.path.name)
        form = DescribeForm.of(sent)
        return film.folder, describe_task(film.path, film.folder, form, subtitles=subtitles, title=title)

    def _open(self, job: Job, folder: Path) -> None:
        job.then = self.films.open(folder).path

    def _opened(self) -> list[Path]:
        return [film.folder.folder for film in self.films]


def _n_remarks(film: OpenFilm) -> int | None:
    """How many open remarks there are, as far as is known without waiting; None if the film was not checked yet."""
    known = film.check().known(film.folder.current().script)
    return sum(map(len, known.values())) or None
