"""The pages on which raters answer, step by step."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute

from cinescribe.errors import DatabaseError, StudyError
from cinescribe.serve.security.forms import SentForm
from cinescribe.serve.shell.calls import Call
from cinescribe.serve.studies.answer_forms import Problem, filled, form_values, moved, order_shown
from cinescribe.serve.studies.entry import ending, entry_page
from cinescribe.serve.studies.home import HOME, instructions, minutes_left, study_route
from cinescribe.serve.studies.served import ServedStudies
from cinescribe.serve.studies.steps import first_open_step, is_written, letter, steps
from cinescribe.study.assignment.answering import store_form
from cinescribe.study.assignment.leases import lease_page
from cinescribe.study.assignment.pages import Page, PagePosition, page_with_position
from cinescribe.study.design.crowd import FINISHED
from cinescribe.study.people.profile import Profile
from cinescribe.study.storage.studies import StoredStudy

_STEP = f"{HOME}/{{study:number}}/pages/{{assignment:number}}/{{step:number}}"
_TOKEN = "form"  # field with the token under which a form is stored once
_CONFLICT = 409


class AnsweringPages:
    """Shows the steps of a page, and stores what is sent.

    Args:
        studies: those that are served.
    """

    def __init__(self, studies: ServedStudies) -> None:
        self._studies = studies

    def routes(self) -> list[BaseRoute]:
        """Return the routes of these pages."""
        return [
            study_route(f"{HOME}/{{study:number}}/next", self._next),
            study_route(_STEP, self._show),
            study_route(_STEP, self._take, methods=["POST"]),
        ]

    def _next(self, call: Call) -> Response:
        study, _ = self._studies.named(call)
        entry = None if study.design.crowd is None else entry_page(call, study)  # participants may have come to an end
        if entry is not None:
            return entry
        try:
            page = lease_page(call.site.database, study, call.person.person)
        except StudyError as error:
            # Asked only now: a rater who may get pages, as most may, need not wait for it.
            return entry_page(call, study) or call.message(
                call.t.fault(str(error)), title=call.says("no-page-now"), status=_CONFLICT
            )
        if page is None:
            thanks = call.page("studies/finished.html", title=call.says("thank-you"), study=study)
            return ending(call, study, FINISHED) or thanks
        return call.to(_address(study, page.assignment, first_open_step(page)))

    def _show(self, call: Call) -> Response:
        one = self._shown_step(call)
        return one.response(form_values(one.page, one.questions))

    def _take(self, call: Call) -> Response:
        if call.form.get("move"):
            return self._shown_step(call).with_move()
        if call.form.get("keep"):
            return self._shown_step(call).kept_longer()
        return self._stored(call)

    def _stored(self, call: Call) -> Response:
        """Store the answers, and lead on."""
        study, _, number = self._asked(call)
        assignment, form, status = call.number("assignment"), call.form, 422
        problems: tuple[Problem, ...] = ()

        def read(page: Page) -> Mapping[str, Any]:
            nonlocal problems
            found = filled(page, steps(page.questions)[number - 1], form, call.t, kind=study.design.of_kind)
            problems = found.problems
            return {} if problems else found.answers

        try:
            token = form.get(_TOKEN)
            store_form(call.site.database, study, call.person.person, assignment=assignment, read=read, token=token)
        except StudyError as error:
            # Nothing of this form was stored, so that it may be sent again as a new one.
            form = SentForm(tuple(field for field in form.fields if field[0] != _TOKEN))
            problems, status = (("answers", str(error)),), _CONFLICT
        if problems:
            return self._shown_step(call).response(form, problems=problems, status=status)
        if number < len(steps(study.design.questions)):
            return call.to(_address(study, assignment, number + 1))
        return self._onward(call, study)

    def _onward(self, call: Call, study: StoredStudy) -> Response:
        """Lead to the next page, leased at once, so that the browser need not ask where it is."""
        try:
            response = self._next(call)
        except DatabaseError:  # the answers are stored all the same
            response = None
        return response if isinstance(response, RedirectResponse) else call.to(f"{HOME}/{study.id}/next")

    def _asked(self, call: Call) -> tuple[StoredStudy, Profile, int]:
        """The study, the rater's profile, and the number of the step."""
        study, profile = self._studies.named(call)
        number = call.number("step")
        if not 1 <= number <= len(steps(study.design.questions)):
            raise StudyError(f"page {call.number('assignment')} has no step {number}; go to your next page")
        return study, profile, number

    def _shown_step(self, call: Call) -> _Step:
        study, profile, number = self._asked(call)
        page, place = page_with_position(call.site.database, study, call.person.person, call.number("assignment"))
        clips = self._studies.clips[study.id]
        has_clip = clips.has(page)
        n_pictures = 0 if has_clip else len(clips.pictures(page))
        return _Step(call, study, profile, page, place, number, has_clip, n_pictures)


@dataclass(frozen=True)
class _Step:
    """A step of a page, as it is asked for.

    Attributes:
        call: the request.
        study: the study.
        profile: of the rater.
        page: the page.
        place: its position among the rater's.
        number: of the step, from 1.
        has_clip: whether the clip can be shown.
        n_pictures: that are shown in its place.
    """

    call: Call
    study: StoredStudy
    profile: Profile
    page: Page
    place: PagePosition
    number: int
    has_clip: bool
    n_pictures: int

    @property
    def questions(self) -> list[int]:
        """The numbers of the step's questions."""
        return steps(self.page.questions)[self.number - 1]

    def with_move(self) -> Response:
        """Show the step with a text that has gone up or down a rank."""
        move = self.call.form.get("move")
        values, text = moved(self.page, self.questions[0], self.call.form, move)
        return self.response(values, moved_text=text, move=move)

    def kept_longer(self) -> Response:
        """Renew the lease of the page, and show it with what was typed."""
        try:
            page = lease_page(self.call.site.database, self.study, self.call.person.person)
        except StudyError as error:
            return self.response(self.call.form, problems=(("answers", str(error)),), status=_CONFLICT)
        if page is None or page.assignment != self.page.assignment:
            gone = self.call.t("step-gone")
            return self.response(self.call.form, problems=(("answers", gone),), status=_CONFLICT)
        return self.response(self.call.form, notice=self.call.says("step-kept"))

    def response(
        self,
        form: SentForm,
        *,
        problems: tuple[Problem, ...] = (),
        status: int = 200,
        moved_text: int | None = None,
        move: str = "",
        notice: str = "",
    ) -> Response:
        """Show the step with what a form has."""
        place, n_pages = self.place.place, self.place.n_pages
        order, is_ranked = order_shown(self.page, self.questions[0], form)
        values: dict[str, Any] = {
            "study": self.study,
            "page": self.page,
            "media": f"{HOME}/{self.study.id}/pages/{self.page.assignment}",
            "questions": [(index, self.page.questions[index]) for index in self.questions],
            "step": self.number,
            "n_steps": len(steps(self.page.questions)),
            "place": place,
            "n_pages": n_pages,
            "form": form,
            "form_token": form.get(_TOKEN) or secrets.token_urlsafe(16),
            "has_clip": self.has_clip,
            "n_pictures": self.n_pictures,
            "before": self.place.before,
            "has_one_judge": self.study.design.of_kind.has_one_judge,
            "is_blind": bool(self.profile.is_blind),
            "letter": letter,
            "is_written": is_written,
            "shown_order": order,
            "is_ranked": is_ranked,
            "moved_text": moved_text,
            "move": move,
            "notice": notice,
            "is_refused": status == _CONFLICT,
            "instructions": instructions(self.study),
            "minutes_left": minutes_left(self.call, self.study),
        }
        title = self.call.says("step-title", page=place, n=n_pages)
        return self.call.page("studies/step.html", title=title, status=status, errors=problems, **values)


def _address(study: StoredStudy, assignment: int, step: int) -> str:
    return f"{HOME}/{study.id}/pages/{assignment}/{step}"
