"""Log-in, log-out, and the first visit with an invitation."""

from __future__ import annotations

from dataclasses import replace

from starlette.responses import Response
from starlette.routing import BaseRoute

from cinescribe.errors import StudyError
from cinescribe.serve.security.forms import SentForm
from cinescribe.serve.shell.calls import LOG_IN, Call, page_route
from cinescribe.study.people.log_in import LoggedIn, accept_invitation, log_in, log_out

_INVITATION = "/invitation"
_BLIND = {"yes": True, "no": False}


def people_routes() -> list[BaseRoute]:
    """Return the routes of these pages."""
    return [
        page_route(LOG_IN, _show_log_in, logged_in=False),
        page_route(LOG_IN, _log_in, methods=["POST"], logged_in=False, keeps_form=False),
        page_route(_INVITATION, _show_invitation, logged_in=False),
        page_route(_INVITATION, _accept, methods=["POST"], logged_in=False, keeps_form=False),
        page_route("/log-out", _log_out, methods=["POST"], logged_in=False, keeps_form=False),
    ]


def _show_log_in(call: Call) -> Response:
    return _log_in_page(call, then=call.request.query_params.get("then", ""))


def _log_in_page(call: Call, *, then: str, name: str = "", error: str | None = None, status: int = 200) -> Response:
    return call.page(
        "people/log_in.html",
        title=call.says("log-in"),
        status=status,
        errors=() if error is None else (("name", error),),
        text=None,
        name=name,
        then=then,
        fields=_kept(call),
    )


def _log_in(call: Call) -> Response:
    name, then = call.form.get("name").strip(), call.form.get("then")
    try:
        person = log_in(
            call.site.database,
            name,
            call.form.get("password"),
            address=call.address,
            old_token=None if call.visitor.is_new else call.visitor.token,
            device=call.site.cookie.device(call.request),
        )
    except StudyError as error:
        return _log_in_page(call, then=then, name=name, error=str(error), status=403)
    return _inside(call, person, then)


def _inside(call: Call, person: LoggedIn, then: str) -> Response:
    """The redirect, with the new session; a user who was logged out while writing gets their text back."""
    path = then if _is_own(then) else "/"
    if kept := _kept(call):
        own = replace(call.logged_in_as(person), form=SentForm(kept))
        message, title = call.says("logged-in-again"), call.says("please-send-again")
        response = own.send_again(message, title=title, status=200, action=path)
    else:
        response = call.to(path)
    call.site.cookie.give(response, person.token)
    call.site.cookie.give_device(response, person.device)
    return response


def _kept(call: Call) -> tuple[tuple[str, str], ...]:
    return tuple(call.form.starting("kept:"))


def _is_own(path: str) -> bool:
    """Whether a path leads to a page of this site, however browsers treat slashes."""
    return path.startswith("/") and path[1:2] not in {"/", "\\"} and path.isprintable() and "\\" not in path


def _show_invitation(call: Call) -> Response:
    return _invitation_page(call)


def _invitation_page(call: Call, *, error: tuple[str, str] | None = None, status: int = 200) -> Response:
    errors = () if error is None else (error,)
    values = {"code": call.form.get("code"), "blind": call.form.get("blind")}
    return call.page("people/invitation.html", title=call.says("invitation"), status=status, errors=errors, **values)


def _accept(call: Call) -> Response:
    password = call.form.get("password")
    if password != call.form.get("again"):
        return _invitation_page(call, error=("again", call.t("invitation-differ")), status=422)
    try:
        person = accept_invitation(
            call.site.database,
            call.form.get("code").strip(),
            password=password,
            address=call.address,
            is_blind=_BLIND.get(call.form.get("blind")),
        )
    except StudyError as error:
        field = "password" if str(error).startswith("the password") else "code"
        return _invitation_page(call, error=(field, str(error)), status=422)
    response = call.logged_in_as(person).page("people/welcome.html", title=call.says("welcome"), person=person)
    call.site.cookie.give(response, person.token)
    call.site.cookie.give_device(response, person.device)
    return response


def _log_out(call: Call) -> Response:
    log_out(call.site.database, call.visitor.token)
    response = call.to(LOG_IN)
    call.site.cookie.drop(response)
    return response
