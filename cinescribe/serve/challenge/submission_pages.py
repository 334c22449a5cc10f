"""A team's own submissions; other teams' do not exist here."""

from __future__ import annotations

from starlette.responses import Response
from starlette.routing import BaseRoute

from cinescribe.errors import ChallengeError
from cinescribe.serve.challenge.frame import FIRST, ChallengeSite, no_page
from cinescribe.serve.shell.calls import Call, page_route
from cinescribe.study.challenge.phases import phase_state
from cinescribe.study.challenge.submissions import n_left, own_submission, own_submissions
from cinescribe.study.challenge.teams import Member

SUBMISSIONS = f"{FIRST}/submissions"


def submission_routes(frame: ChallengeSite) -> list[BaseRoute]:
    """Return the routes of these pages."""
    challenge = frame.challenge

    def submit(call: Call, member: Member) -> Response:
        return submit_page(frame, call, member)

    def listed(call: Call, member: Member) -> Response:
        found = own_submissions(challenge, member)
        return frame.page(call, "submissions.html", title=call.says("submissions"), submissions=found)

    def one(call: Call, member: Member) -> Response:
        try:
            found = own_submission(challenge, member, call.number("id"))
        except ChallengeError:
            return no_page(call)
        return frame.page(
            call, "submission.html", title=call.says("submission-number", number=str(found.id)), submission=found
        )

    return [
        page_route(f"{FIRST}/submit", frame.for_members(submit)),
        page_route(SUBMISSIONS, frame.for_members(listed)),
        page_route(f"{SUBMISSIONS}/{{id:int}}", frame.for_members(one)),
    ]


def submit_page(
    frame: ChallengeSite, call: Call, member: Member, *, error: str | None = None, status: int = 200
) -> Response:
    """Return the page with the form for submissions."""
    challenge = frame.challenge
    states = [phase_state(challenge, phase.name) for phase in challenge.card.phases]
    phases = [(state.name, *n_left(challenge, member, state.name)) for state in states if state.is_open]
    errors = () if error is None else (("file", error),)
    return frame.page(
        call,
        "submit.html",
        title=call.says("submit"),
        status=status,
        phases=phases,
        errors=errors,
        chosen=call.form.get("phase"),
        card=challenge.card,
    )
