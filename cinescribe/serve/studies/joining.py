"""The page of an open link, on which people of a platform of crowd work join a study."""

from __future__ import annotations

from starlette.responses import Response
from starlette.routing import BaseRoute

from cinescribe.errors import StudyError
from cinescribe.serve.shell.calls import Call, page_route
from cinescribe.serve.studies.entry import end_page
from cinescribe.serve.studies.home import HOME, instructions
from cinescribe.serve.studies.served import ServedStudies
from cinescribe.study.crowd.joining import join_study, open_link_study
from cinescribe.study.crowd.platform_ids import passed_on, platform_ids
from cinescribe.study.entry.participation import participation
from cinescribe.study.people.log_in import begin_session
from cinescribe.study.storage.studies import StoredStudy

_JOIN = "/join/{code}"
_MAX_LETTERS = 80  # of a code


def joining_routes(studies: ServedStudies) -> list[BaseRoute]:
    """Return the routes of this page."""
    page = _JoiningPage(studies)
    return [
        page_route(_JOIN, page.show, logged_in=False),
        page_route(_JOIN, page.take, methods=["POST"], logged_in=False),
    ]


class _JoiningPage:
    """Showing the page changes nothing: links are opened by programs too, which look ahead."""

    def __init__(self, studies: ServedStudies) -> None:
        self._studies = studies

    def show(self, call: Call) -> Response:
        study = self._study(call)
        if study is None or study.design.crowd is None:
            return _unknown(call)
        rules, given = study.design.crowd, call.request.query_params
        try:
            platform_ids(rules.platform, given)
        except StudyError as error:
            return _refused(call, error, status=400)
        return call.page(
            "studies/join.html",
            title=study.design.name,
            given=passed_on(rules.platform, given),
            rules=rules,
            kind=study.design.of_kind,
            instructions=instructions(study),
        )

    def take(self, call: Call) -> Response:
        study = self._study(call)
        if study is None or study.design.crowd is None:
            return _unknown(call)
        here, database, code = call.visitor.who, call.site.database, call.request.path_params["code"]
        ids = dict(call.form.fields)
        try:
            worker = platform_ids(study.design.crowd.platform, ids)
            if worker is None and here is not None and study.id in here.profile.studies:
                return call.to(f"{HOME}/{study.id}/next")  # nothing else tells that they were here before
            person = begin_session(database, join_study(database, study, code, worker).person)
        except StudyError as error:
            return _refused(call, error, status=409)
        own = participation(database, study, person.person)
        is_over = own is not None and own.end is not None
        response = end_page(call, study, own) if own and is_over else call.to(f"{HOME}/{study.id}/next")
        call.site.cookie.give(response, person.token)
        return response

    def _study(self, call: Call) -> StoredStudy | None:
        code = call.request.path_params["code"]
        found = open_link_study(call.site.database, code) if len(code) <= _MAX_LETTERS else None
        return None if found is None else self._studies.by_id.get(found)


def _unknown(call: Call) -> Response:
    return call.message(call.says("join-unknown"), title=call.says("no-page"), status=404)


def _refused(call: Call, error: StudyError, *, status: int) -> Response:
    return call.message(call.t.fault(str(error)), title=call.says("join-not"), status=status)
