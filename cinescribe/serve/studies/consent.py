"""The page on which raters read what they agree to, and decide."""

from __future__ import annotations

from starlette.responses import Response
from starlette.routing import BaseRoute

from cinescribe.errors import StudyError
from cinescribe.serve.shell.calls import Call
from cinescribe.serve.shell.markdown import markdown_page
from cinescribe.serve.studies.answer_forms import Problem
from cinescribe.serve.studies.entry import end_page, ending
from cinescribe.serve.studies.home import HOME, minutes_left, study_route
from cinescribe.serve.studies.served import ServedStudies
from cinescribe.study.design.crowd import NO_CONSENT
from cinescribe.study.entry.consent import decide_consent, rater_consent
from cinescribe.study.entry.participation import participation

_CONSENT = f"{HOME}/{{study:number}}/consent"
_DECISIONS = {"yes": True, "no": False}
_CONFLICT = 409


def consent_routes(studies: ServedStudies) -> list[BaseRoute]:
    """Return the routes of this page."""

    def show(call: Call, *, problems: tuple[Problem, ...] = (), status: int = 200) -> Response:
        study, _ = studies.named(call)
        state = rater_consent(call.site.database, study, call.person.person)
        if state.text is None:
            return call.to(f"{HOME}/{study.id}")
        own = participation(call.site.database, study, call.person.person)
        if own is not None and own.end is not None and not state.is_given:
            return end_page(call, study, own)
        page = markdown_page(state.text.written.text)
        return call.page(
            "studies/consent.html",
            title=page.title or call.says("consent"),
            status=status,
            errors=problems,
            study=study,
            state=state,
            written=page.html,
            since=call.t.time(state.text.created),
            minutes_left=minutes_left(call, study),
        )

    def take(call: Call) -> Response:
        study, _ = studies.named(call)
        own = participation(call.site.database, study, call.person.person)
        if own is not None and own.end is not None:
            return end_page(call, study, own)
        is_given = _DECISIONS.get(call.form.get("decision"))
        if is_given is None:
            return show(call, problems=(("decision", call.t("consent-missing")),), status=422)
        digest, person = call.form.get("digest"), call.person.person
        try:
            decide_consent(call.site.database, study, person, digest=digest, is_given=is_given)
        except StudyError as error:
            return show(call, problems=(("decision", str(error)),), status=_CONFLICT)
        if not is_given:
            return ending(call, study, NO_CONSENT) or call.to(f"{HOME}/{study.id}/consent")
        return call.to(f"{HOME}/{study.id}/next")

    return [study_route(_CONSENT, show), study_route(_CONSENT, take, methods=["POST"])]
