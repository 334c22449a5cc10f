"""The page on which raters leave a study and take their answers back, after they confirmed that."""

from __future__ import annotations

from starlette.responses import Response
from starlette.routing import BaseRoute

from cinescribe.serve.shell.calls import Call
from cinescribe.serve.studies.answer_forms import Problem
from cinescribe.serve.studies.entry import end_page
from cinescribe.serve.studies.home import HOME, study_route
from cinescribe.serve.studies.served import ServedStudies
from cinescribe.study.assignment.leases import rater_progress
from cinescribe.study.crowd.leaving import leave_study
from cinescribe.study.design.crowd import WITHDRAWN
from cinescribe.study.entry.participation import participation

_WITHDRAW = f"{HOME}/{{study:number}}/withdraw"


def withdrawal_routes(studies: ServedStudies) -> list[BaseRoute]:
    """Return the routes of this page."""

    def show(call: Call, *, problems: tuple[Problem, ...] = (), status: int = 200) -> Response:
        study, _ = studies.named(call)
        return call.page(
            "studies/withdraw.html",
            title=call.says("withdraw"),
            status=status,
            errors=problems,
            study=study,
            n_pages=rater_progress(call.site.database, study, call.person.person).n_finished,
        )

    def take(call: Call) -> Response:
        study, _ = studies.named(call)
        if call.form.get("sure") != "yes":
            return show(call, problems=(("sure", call.t("withdraw-unconfirmed")),), status=422)
        n_removed = leave_study(call.site.database, study, call.person.person)
        own = participation(call.site.database, study, call.person.person)
        if own is not None and own.end == WITHDRAWN:
            return end_page(call, study, own)
        text = call.says("withdrawn-text", study=study.design.name, n=n_removed)
        return call.message(text, title=call.says("withdrawn"))

    return [study_route(_WITHDRAW, show), study_route(_WITHDRAW, take, methods=["POST"])]
