"""The page `Report`: the card of quality, as `cinescribe report` prints it, made by a job on demand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starlette.responses import Response
from starlette.routing import BaseRoute

from cinescribe.describe.guidelines.guidelines import SHIPPED_GUIDELINES, read_guidelines
from cinescribe.describe.quality.card_facts import card_facts
from cinescribe.describe.quality.quality_card import QualityCard
from cinescribe.errors import InputError
from cinescribe.parsing import parse_json
from cinescribe.serve.shell.calls import Call
from cinescribe.serve.workbench.film_calls import Answer, answered_form, film_page, film_route, wants_json
from cinescribe.serve.workbench.films import Films, OpenFilm
from cinescribe.serve.workbench.jobs.job import Job, JobTask
from cinescribe.serve.workbench.jobs.job_pages import job_html
from cinescribe.serve.workbench.jobs.jobs import Jobs
from cinescribe.timing import Seconds

_ABOUT = "report"
_SHORT: Seconds = 6.0  # to wait for the job: that of a short film is done in it


@dataclass(frozen=True)
class ReportPage:
    """The page.

    Args:
        films: that are open.
        jobs: of the workbench.
    """

    films: Films
    jobs: Jobs

    def routes(self) -> list[BaseRoute]:
        """Return the routes of the page and of its form."""
        return [
            film_route(self.films, "report", self._show),
            film_route(self.films, "report", self._make, methods=["POST"]),
        ]

    def _show(self, call: Call, film: OpenFilm) -> Response:
        jobs = self.jobs.about(film.name, _ABOUT)
        done = next((job for job in jobs if job.state == "done"), None)
        values: dict[str, Any] = {
            "jobs": [job for job in jobs[:1] if job.state != "done"],
            "guidelines": [(name, read_guidelines(name).title) for name in SHIPPED_GUIDELINES],
            "usual": film.usual_guidelines,
            "facts": None if done is None else card_facts(_card(done), call.t),
            "is_old": done is not None and done.task.about[2:] != (str(film.folder.current().number),),
        }
        return film_page(call, film, "workbench/report/report.html", title=call.says("page-report"), **values)

    def _make(self, call: Call, film: OpenFilm) -> Response:
        guidelines = call.form.get("guidelines", film.usual_guidelines)
        if guidelines not in SHIPPED_GUIDELINES:
            raise InputError(f"there are no guidelines {guidelines[:40]!r} here; choose some from the page")
        about = (film.name, _ABOUT, str(film.folder.current().number))
        arguments = ("report", "--json", f"--guidelines={guidelines}", "--", str(film.folder.folder))
        job = self.jobs.start(JobTask("report", call.says("job-report", film=film.title), arguments, about=about))
        is_over = job.wait(_SHORT)
        path = f"{film.path}report"
        if not wants_json(call) or is_over:
            return answered_form(call, film, Answer(job.message_in(call.t), path, "card-h", reload=path))
        parts = {"new-job": f'<div id="new-job">{job_html(call, job)}</div>'}
        return answered_form(call, film, Answer(job.message_in(call.t), path, f"job-{job.number}", parts))


def _card(job: Job) -> QualityCard:
    return QualityCard.from_dict(parse_json(job.result, where="the report"))
