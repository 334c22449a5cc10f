"""Stretches that are described again for a cue: the jobs, what they suggest, and how that sounds before it is taken."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from cinescribe.describe.editing.cue_fields import CueFieldError
from cinescribe.describe.looking.measurements import keep_measured
from cinescribe.describe.looking.stretch import Stretch, clear_stretches, prepare_stretch, remove_stretch
from cinescribe.describe.looking.suggestions import Suggestion, suggestions
from cinescribe.errors import CinescribeError, EditError
from cinescribe.schema import Cue, Script
from cinescribe.serve.shell.calls import Call
from cinescribe.serve.workbench.films import OpenFilm
from cinescribe.serve.workbench.jobs.job import Job, JobTask
from cinescribe.serve.workbench.jobs.jobs import Jobs
from cinescribe.serve.workbench.new_film.describe_task import DescribeForm
from cinescribe.timing import Seconds, Span, from_clock

_ABOUT = "cue"
_LONGEST: Seconds = 60.0  # of a stretch for one cue: more is another description
_AROUND: Seconds = 1.0  # before and after a cue, by default


@dataclass(frozen=True)
class Suggested:
    """What a job suggests for a cue.

    Args:
        job: its number.
        span: the stretch.
        suggestions: the best first; () if there is nothing to say.
    """

    job: int
    span: Span
    suggestions: tuple[Suggestion, ...]


class DescribedAgain:
    """The stretches that were described again, until a person accepts or rejects their sentences.

    Args:
        jobs: of the workbench.
    """

    def __init__(self, jobs: Jobs) -> None:
        self._jobs = jobs
        self._stretches: dict[int, Stretch] = {}
        self._cleared: set[Path] = set()
        self._lock = threading.Lock()

    def start(self, call: Call, film: OpenFilm, cue: Cue, key: str) -> Job:
        """Describe the stretch of a form again.

        Args:
            call: the request, with the form: `captioner`, `other`, `from` and `to`.
            film: the film.
            cue: that the stretch is for.
            key: of the cue, in addresses.

        Raises:
            EditError: when something in the form cannot be used.
            InputError: when another film or stretch is being described.
            FilmError, OutputError: when there is no film, or no place to write to.
        """
        sent, script, folder = dict(call.form.kept), film.folder.current().script, film.folder.folder
        captioner = DescribeForm.of(sent).captioner_name
        span = asked_span(script, cue, sent)
        with self._lock:
            if folder not in self._cleared:
                clear_stretches(folder)  # of a workbench that is gone
                self._cleared.add(folder)
            stretch = prepare_stretch(script, folder, span)
        head, *rest = stretch.arguments
        title = call.says("job-again", start=float(span.start), end=float(span.end))
        task = JobTask("describe", title, (head, f"--captioner={captioner}", *rest), about=(film.name, _ABOUT, key))
        try:
            job = self._jobs.start(task, lambda _: _keep(stretch, folder))
        except CinescribeError:
            remove_stretch(stretch)
            raise
        self._stretches[job.number] = stretch
        return job

    def of(self, film: OpenFilm, key: str) -> tuple[Job, ...]:
        """Return the jobs for a cue that are not done, or whose suggestions wait to be taken or left."""
        jobs = self._jobs.about(film.name, _ABOUT, key)
        return tuple(job for job in jobs if job.number in self._stretches)

    def suggested(self, job: Job) -> Suggested | None:
        """Return what a job suggests; None if it is not done.

        Raises:
            RecordError: when what it wrote is malformed.
        """
        stretch = self._stretches.get(job.number)
        if stretch is None or job.state != "done":
            return None
        return Suggested(job.number, stretch.span, suggestions(stretch.folder, stretch.span))

    def suggestion(self, number: int, place: int) -> Suggestion:
        """Return one suggestion of a job.

        Raises:
            EditError: when there is none.
        """
        job = self._jobs.get(number)
        found = None if job is None else self.suggested(job)
        if found is None or not 0 <= place < len(found.suggestions):
            raise EditError("this suggestion is gone; open the page of the cue again")
        return found.suggestions[place]

    def leave(self, number: int) -> None:
        """Forget a job and what it suggests; one that is at work is stopped."""
        job = self._jobs.get(number)
        if job is not None:
            job.stop()
        stretch = self._stretches.pop(number, None)
        if stretch is not None:
            remove_stretch(stretch)


def _keep(stretch: Stretch, folder: Path) -> None:
    with suppress(CinescribeError):  # the suggestions are there all the same; the next stretch measures again
        keep_measured(stretch.folder, folder)


def usual_span(script: Script, cue: Cue) -> Span:
    """Return the default stretch to describe again for a cue: the cue, and the seconds around it."""
    found = cue.span.padded(_AROUND).within(Span(0.0, script.film.duration))
    return cue.span if found is None else found


def asked_span(script: Script, cue: Cue, sent: Mapping[str, str]) -> Span:
    """Return the stretch that a form asks for.

    Raises:
        CueFieldError: when it is none, lies outside the film, or is longer than a minute.
    """
    usual = usual_span(script, cue)
    start, end = _time(sent, "from", usual.start), _time(sent, "to", usual.end)
    if not 0 <= start < end <= script.film.duration:
        raise CueFieldError("to", "the stretch ends before it begins, or lies outside the film; enter other times")
    if end - start > _LONGEST:
        raise CueFieldError("to", f"the stretch lasts {end - start:.0f} seconds; enter at most {_LONGEST:.0f}")
    return Span(start, end)


def _time(sent: Mapping[str, str], name: str, usual: Seconds) -> Seconds:
    typed = sent.get(name, "").strip()
    try:
        return from_clock(typed) if typed else usual
    except CinescribeError as error:
        raise CueFieldError(name, f"{typed[:40]!r} is no time; enter one such as 00:04:12.5") from error
