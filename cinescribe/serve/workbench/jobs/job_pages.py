"""The pages of jobs: the progress and output of each, and buttons to stop and resume it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute

from cinescribe.errors import InputError
from cinescribe.language.messages.page_words import as_sentence
from cinescribe.serve.shell.calls import Call, page_route
from cinescribe.serve.workbench.film_calls import REFUSED, wants_json
from cinescribe.serve.workbench.jobs.job import Job
from cinescribe.serve.workbench.jobs.jobs import Jobs

_JobHandler: TypeAlias = Callable[[Call, Job], Response]


def job_routes(jobs: Jobs) -> list[BaseRoute]:
    """Return the routes of the pages of jobs."""

    def about_job(handler: _JobHandler) -> Callable[[Call], Response]:
        def handled(call: Call) -> Response:
            job = jobs.get(call.number("job"))
            if job is None:
                return call.message(call.says("job-forgotten"), title=call.says("no-job"), status=404)
            return handler(call, job)

        return handled

    def again(call: Call, job: Job) -> Response:
        try:
            return answered_job(call, jobs.again(job), before=job)
        except InputError as error:
            return _refused(call, error)

    return [
        page_route("/jobs/{job:number}", about_job(_show)),
        page_route("/jobs/{job:number}/stop", about_job(_stop), methods=["POST"]),
        page_route("/jobs/{job:number}/again", about_job(again), methods=["POST"]),
    ]


def answered_job(call: Call, job: Job, *, before: Job | None = None) -> Response:
    """Return the answer to a form that started or stopped a job.

    Args:
        call: the request.
        job: the job.
        before: the job that it replaces on the page; None for the place of later jobs.
    """
    if not wants_json(call):
        return call.to(f"/jobs/{job.number}")
    place = f"job-{before.number}" if before is not None else "new-job"
    html = job_html(call, job) if before is not None else f'<div id="new-job">{job_html(call, job)}</div>'
    return JSONResponse({"message": job.message_in(call.t), "focus": f"job-{job.number}", "parts": {place: html}})


def job_html(call: Call, job: Job) -> str:
    """Return a job as pages show it."""
    return call.part("workbench/jobs/job.html", job=job)


def _show(call: Call, job: Job) -> Response:
    if wants_json(call):
        return JSONResponse({"message": job.message_in(call.t), "running": job.is_running, "html": job_html(call, job)})
    return call.page("workbench/jobs/job_page.html", title=job.task.title, job=job)


def _stop(call: Call, job: Job) -> Response:
    job.stop()
    return answered_job(call, job, before=job)


def _refused(call: Call, error: InputError) -> Response:
    message = as_sentence(str(error))
    if wants_json(call):
        return JSONResponse({"message": message, "lang": "en"}, REFUSED)
    return call.message(call.t.english(message), title=call.says("not-started"), status=REFUSED)
