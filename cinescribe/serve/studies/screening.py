"""The pages of the tests that raters pass before their first item."""

from __future__ import annotations

import secrets

from starlette.responses import Response
from starlette.routing import BaseRoute

from cinescribe.errors import StudyError
from cinescribe.serve.security.forms import SentForm
from cinescribe.serve.shell.calls import Call
from cinescribe.serve.studies.answer_forms import Problem
from cinescribe.serve.studies.home import HOME, minutes_left, study_route
from cinescribe.serve.studies.media import clip_response
from cinescribe.serve.studies.served import ServedStudies
from cinescribe.study.assignment.answering import take_test
from cinescribe.study.assignment.leases import rater_screening
from cinescribe.study.assignment.pages import screening_page
from cinescribe.study.people.profile import Profile
from cinescribe.study.storage.studies import StoredStudy

_TEST = f"{HOME}/{{study:number}}/tests/{{test:number}}"
_TOKEN = "form"  # field with the token under which a test is stored once
_ANSWERS = {"yes": True, "no": False}
_CONFLICT = 409


def screening_routes(studies: ServedStudies) -> list[BaseRoute]:
    """Return the routes of these pages."""
    pages = _ScreeningPages(studies)
    return [
        study_route(_TEST, pages.show),
        study_route(_TEST, pages.take, methods=["POST"]),
        study_route(f"{_TEST}/{{video:number}}/clip", pages.clip),
    ]


class _ScreeningPages:
    def __init__(self, studies: ServedStudies) -> None:
        self._studies = studies

    def show(self, call: Call) -> Response:
        study, profile = self._test(call)
        return self._page(call, study, profile, SentForm())

    def take(self, call: Call) -> Response:
        study, profile = self._test(call)
        test = call.number("test")
        given = [call.form.get(f"v{number}") for number in range(self._n_videos(study, test))]
        problems = tuple(
            (f"v{number}", call.t("screening-missing", number=number + 1))
            for number, answer in enumerate(given)
            if answer not in _ANSWERS
        )
        if problems:
            return self._page(call, study, profile, call.form, problems=problems, status=422)
        answers = [_ANSWERS[answer] for answer in given]
        token = call.form.get(_TOKEN)
        try:
            take_test(call.site.database, study, call.person.person, test=test, answers=answers, token=token)
        except StudyError as error:
            return self._page(call, study, profile, call.form, problems=(("test", str(error)),), status=_CONFLICT)
        return call.to(f"{HOME}/{study.id}/next")

    def clip(self, call: Call) -> Response:
        study, _ = self._studies.named(call)
        page = screening_page(study, call.number("test"), call.number("video"))
        return clip_response(call, self._studies.clips[study.id], page)

    def _page(
        self,
        call: Call,
        study: StoredStudy,
        profile: Profile,
        form: SentForm,
        *,
        problems: tuple[Problem, ...] = (),
        status: int = 200,
    ) -> Response:
        test = call.number("test")
        if status != _CONFLICT and rater_screening(call.site.database, study, call.person.person).next_test != test:
            return call.to(f"{HOME}/{study.id}")  # taken before, or not the turn of this one
        assert study.design.screening is not None
        videos = [screening_page(study, test, number) for number in range(self._n_videos(study, test))]
        has = self._studies.clips[study.id].has
        return call.page(
            "studies/screening.html",
            title=call.says("screening-title", test=test, n=len(study.design.screening.tests)),
            status=status,
            errors=problems,
            study=study,
            screening=study.design.of_kind.screening,
            test=test,
            n_needed=study.design.screening.n_needed(len(videos)),
            videos=[has(video) for video in videos],
            is_blind=bool(profile.is_blind),
            minutes_left=minutes_left(call, study),
            form=form,
            form_token=form.get(_TOKEN) or secrets.token_urlsafe(16),
        )

    def _test(self, call: Call) -> tuple[StoredStudy, Profile]:
        study, profile = self._studies.named(call)
        screening_page(study, call.number("test"), 0)  # raises where the study has no such test
        return study, profile

    def _n_videos(self, study: StoredStudy, test: int) -> int:
        return 0 if study.design.screening is None else len(study.design.screening.of_test(test))
