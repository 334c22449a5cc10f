"""What organisers see: phases, jobs and the audit. They open and close phases here."""

from __future__ import annotations

from starlette.responses import Response
from starlette.routing import BaseRoute

from cinescribe.errors import ChallengeError
from cinescribe.serve.challenge.frame import FIRST, ChallengeSite
from cinescribe.serve.shell.calls import Call, page_route
from cinescribe.study.challenge.overview import audit_lines, job_counts
from cinescribe.study.challenge.phases import close_phase, open_phase, phase_state
from cinescribe.study.challenge.teams import Member

_ADMIN = f"{FIRST}/admin"
_CHANGES = {"open": open_phase, "close": close_phase}


def admin_routes(frame: ChallengeSite) -> list[BaseRoute]:
    """Return the routes of these pages."""
    challenge = frame.challenge

    def page(call: Call, *, error: str | None = None, status: int = 200) -> Response:
        states = [phase_state(challenge, phase.name) for phase in challenge.card.phases]
        return frame.page(
            call,
            "admin.html",
            title=call.says("admin"),
            status=status,
            states=states,
            jobs=job_counts(challenge),
            audit=audit_lines(challenge),
            errors=() if error is None else ((f"sure-{call.form.get('phase')}", error),),
        )

    def show(call: Call, _: Member) -> Response:
        return page(call)

    def change(call: Call, _: Member) -> Response:
        what = call.form.get("change")
        if what not in _CHANGES or (what == "close" and call.form.get("sure") != "yes"):
            return page(call, error=call.t("admin-sure"), status=422)
        try:
            _CHANGES[what](challenge, call.form.get("phase"))
        except ChallengeError as error:
            return page(call, error=str(error), status=422)
        return call.to(_ADMIN)

    return [
        page_route(_ADMIN, frame.for_organisers(show)),
        page_route(_ADMIN, frame.for_organisers(change), methods=["POST"], keeps_form=False),
    ]
