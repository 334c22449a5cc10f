"""Requests about one film: which film it is, and how an edit is answered, with a script in the browser or without."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from urllib.parse import urlencode

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from cinescribe.describe.editing.cue_fields import CueFieldError
from cinescribe.describe.editing.open_folder import CueConflictError
from cinescribe.errors import CinescribeError, EditError, InputError, VoiceError
from cinescribe.language.messages.page_words import as_sentence
from cinescribe.serve.shell.calls import Call, Handler, page_route
from cinescribe.serve.workbench.films import Films, OpenFilm

CONFLICT, REFUSED, UNAVAILABLE = 409, 422, 503
MOST_DIGITS = 6  # of a number that a user enters or an address has: more than any list is long
MESSAGE_KEY = "said"  # in addresses: the key of a message that was left

_log = logging.getLogger(__name__)

FilmHandler: TypeAlias = Callable[[Call, OpenFilm], Response]


@dataclass(frozen=True)
class Answer:
    """What is answered to a form.

    Attributes:
        message: the reply.
        to: the page to go to, without a script in the browser; with one, if `focus` is not on the page that is shown.
        focus: id of the element that gets the focus; None leaves it where it is.
        parts: new HTML for elements of the page, by their ids.
        reload: address of a page whose list takes the place of the one that is shown.
        status: of the response.
        field_at_fault: name of the field that is at fault.
        language: of the message; None for that of the page.
    """

    message: str
    to: str
    focus: str | None = None
    parts: Mapping[str, str] = field(default_factory=dict)
    reload: str | None = None
    status: int = 200
    field_at_fault: str | None = None
    language: str | None = None


def film_route(films: Films, path: str, handler: FilmHandler, *, methods: Sequence[str] = ("GET",)) -> Route:
    """Return the route of a page about a film; errors that a person can mend are answered in words.

    Args:
        films: that are open.
        path: of the page, below that of the film.
        handler: makes the response.
        methods: `GET`, `POST` or both.
    """
    return page_route(f"/films/{{film}}/{path}", about_film(films, handler), methods=methods)


def about_film(films: Films, handler: FilmHandler) -> Handler:
    """Return the handler of a page about a film, for a route that reads its form in its own way.

    Args:
        films: that are open.
        handler: makes the response.
    """

    def handled(call: Call) -> Response:
        film = films.get(call.request.path_params["film"])
        if film is None:
            return call.message(call.says("no-film-text"), title=call.says("no-film"), status=404)
        try:
            return handler(call, film)
        except CinescribeError as error:
            return _fault(call, film, error)

    return handled


def answered_form(call: Call, film: OpenFilm, answer: Answer) -> Response:
    """Return an answer: as JSON to a script, else as a way to the page that says it."""
    if wants_json(call):
        values: dict[str, Any] = {"message": answer.message, "focus": answer.focus, "parts": dict(answer.parts)}
        values |= {"reload": answer.reload, "to": answer.to, "field": answer.field_at_fault, "lang": answer.language}
        return JSONResponse(values, answer.status)
    path, _, anchor = answer.to.partition("#")
    query = urlencode({MESSAGE_KEY: film.leave_message(answer.message)})
    return call.to(f"{path}{'&' if '?' in path else '?'}{query}{'#' if anchor else ''}{anchor}")


def wants_json(call: Call) -> bool:
    """Whether a script of this site sent the form."""
    return call.request.headers.get("accept") == "application/json"


def asked_page(fields: Mapping[str, str]) -> int:
    """Return the number of the page of a list that is asked for; 1 if none is."""
    asked = fields.get("page", "")
    return int(asked) if asked.isdecimal() and len(asked) <= MOST_DIGITS else 1


def film_page(call: Call, film: OpenFilm, template: str, *, title: str, status: int = 200, **values: Any) -> Response:
    """Return a page about a film.

    Args:
        call: the request.
        film: the film.
        template: its path in `cinescribe/serve`.
        title: of the page, also its heading.
        status: of the response.
        **values: the template's variables.
    """
    message = film.message(call.request.query_params.get(MESSAGE_KEY, ""))
    return call.page(template, title=title, status=status, film=film, message=message, **values)


def _fault(call: Call, film: OpenFilm, error: CinescribeError) -> Response:
    """Return the message about an error; the form's values are returned, so that nothing is lost."""
    message = as_sentence(str(error))
    status = _status(error)
    if status == UNAVAILABLE:
        _log.warning("%s %s: %s", call.request.method, call.request.url.path, error)
    if wants_json(call):
        name = getattr(error, "field", None)
        return answered_form(call, film, Answer(message, "", status=status, field_at_fault=name, language="en"))
    if call.request.method != "POST":
        return call.message(call.t.english(message), title=call.says("does-not-work"), status=status)
    return call.send_again(call.t.english(message), title=call.says("not-stored"), status=status)


def _status(error: CinescribeError) -> int:
    if isinstance(error, CueConflictError):
        return CONFLICT
    return REFUSED if isinstance(error, (CueFieldError, EditError, InputError, VoiceError)) else UNAVAILABLE
