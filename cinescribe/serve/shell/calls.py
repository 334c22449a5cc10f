"""Requests as the handlers of pages get them: with the person, the form, and the site.

A handler is an ordinary function; it runs in a thread, so that it may wait for the database.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from starlette.concurrency import run_in_threadpool
from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from cinescribe.errors import DatabaseError
from cinescribe.language.messages.page_words import PageWords, page_words
from cinescribe.serve.security.forms import SentForm, is_from_here, is_of_session, read_form
from cinescribe.serve.security.sessions import Visitor
from cinescribe.serve.shell.page_language import page_language
from cinescribe.serve.shell.site import Site

if TYPE_CHECKING:
    from cinescribe.study.people.log_in import LoggedIn

LOG_IN = "/log-in"

_log = logging.getLogger(__name__)


class NumberConvertor(Convertor[int]):
    """Numbers of rows in addresses, as `{page:number}`: those that a database can have."""

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        """Return the number."""
        return int(value)

    def to_string(self, value: int) -> str:
        """Return the number as an address has it."""
        return str(value)


register_url_convertor("number", NumberConvertor())


@dataclass(frozen=True)
class Call:
    """A request.

    Attributes:
        request: as received.
        site: the site.
        visitor: who sent it.
        form: what was sent; empty for pages that are only shown.
    """

    request: Request
    site: Site
    visitor: Visitor
    form: SentForm = field(default_factory=SentForm)

    @property
    def person(self) -> LoggedIn:
        """The logged-in user, for handlers that need one."""
        assert self.visitor.who is not None
        return self.visitor.who

    @property
    def address(self) -> str:
        """The address of the person's machine."""
        return "" if self.request.client is None else self.request.client.host

    def logged_in_as(self, person: LoggedIn) -> Call:
        """Return the request as this person's, for pages after the log-in."""
        return replace(self, visitor=Visitor(person.token, person))

    @property
    def t(self) -> PageWords:
        """The words of pages in the language of who sent it."""
        return page_words(page_language(self.request, self.site.languages))

    def says(self, name: str, /, **values: str | float) -> str:
        """Return a message as text, in the language of who sent the request."""
        return self.t.plain(name, **values)

    @property
    def _here(self) -> str:
        """The address to come back to when another language was chosen; "" where a form was answered."""
        url = self.request.url
        return "" if self.request.method != "GET" else f"{url.path}?{url.query}" if url.query else url.path

    def number(self, name: str) -> int:
        """Return a number of the path."""
        return int(self.request.path_params[name])

    def page(self, template: str, *, title: str, status: int = 200, **values: Any) -> Response:
        """Return a page.

        Args:
            template: its path in `cinescribe/serve`.
            title: of the page, also its heading.
            status: of the response.
            **values: the template's variables.
        """
        here = self._here if status < 400 else ""
        html = self.part(template, title=title, path=self.request.url.path, here=here, **values)
        response = HTMLResponse(html, status, {"content-language": self.t.language})
        if self.visitor.is_new:
            self.site.cookie.give(response, self.visitor.token)
        return response

    def part(self, template: str, **values: Any) -> str:
        """Return a template as HTML, such as a part of a page that takes the place of an older one.

        Args:
            template: its path in `cinescribe/serve`.
            **values: its variables; those of every page need not be among them.
        """
        own = {"t": self.t, "visitor": self.visitor, "title": "", "path": "", "here": "", "errors": ()}
        return self.site.rendered(template, {**own, **values})

    def message(self, text: str, *, title: str, status: int = 200) -> Response:
        """Return a page that says one thing."""
        return self.page("shell/message.html", title=title, status=status, text=text)

    def send_again(self, text: str, *, title: str, status: int, action: str | None = None) -> Response:
        """Return a page with what was sent, to be sent again by a button.

        Args:
            text: why it was not stored.
            title: of the page.
            status: of the response.
            action: where to send it; None for the same page.
        """
        path = self.request.url.path if action is None else action
        return self.page("shell/send_again.html", title=title, status=status, text=text, fields=self.form.kept, to=path)

    def to(self, path: str) -> Response:
        """Return the way to another page, after a form was taken."""
        return RedirectResponse(path, 303)


Handler: TypeAlias = Callable[[Call], Response]


def page_route(
    path: str, handler: Handler, *, methods: Sequence[str] = ("GET",), logged_in: bool = True, keeps_form: bool = True
) -> Route:
    """Return the route of a page.

    Forms are taken only from our own pages and for the session of who sends them.

    Args:
        path: of the page.
        handler: makes the response, in a thread.
        methods: `GET`, `POST` or both.
        logged_in: send others to the log-in first; what they sent comes back to them afterwards.
        keeps_form: whether a form that could not be stored is shown again by a page of its own.
    """

    async def endpoint(request: Request) -> Response:
        site: Site = request.app.state.site
        call = Call(request, site, site.cookie.visitor(request))
        if request.method == "POST":
            if not is_from_here(request):
                return not_from_here(call)
            call = replace(call, form=await read_form(request))
        return await run_in_threadpool(answered, call, handler, logged_in, keeps_form)

    return Route(path, endpoint, methods=list(methods))


def not_from_here(call: Call) -> Response:
    """Return the page for a form sent by another site."""
    return call.message(call.says("other-site"), title=call.says("other-site-title"), status=403)


def answered(call: Call, handler: Handler, is_for_people: bool, keeps_form: bool) -> Response:
    """Return what a handler makes of a request, if its form is one of the session, or the page that says why not.

    Args:
        call: the request, with its form.
        handler: makes the response.
        is_for_people: send others to the log-in first.
        keeps_form: whether a form that could not be stored is shown again by a page of its own.
    """
    is_form = call.request.method == "POST"
    try:
        admission = call.site.admission
        call = replace(call, visitor=admission.recognised(call.visitor))
        if is_for_people and not admission.admits(call.visitor):
            return admission.refused(call)
        if is_form and not is_of_session(call.form, call.visitor):
            return _of_another_session(call, keeps_form)
        return handler(call)
    except DatabaseError as error:
        _log.warning("%s %s: %s", call.request.method, call.request.url.path, error)
        status, text = 503, "busy"
    except Exception:
        _log.exception("%s %s failed", call.request.method, call.request.url.path)
        status, text = 500, "fault"
    if is_form and keeps_form:
        return call.send_again(call.says(text), title=call.says("not-stored"), status=status)
    return call.message(call.says(text), title=call.says("try-again"), status=status)


def _of_another_session(call: Call, keeps_form: bool) -> Response:
    if keeps_form:
        return call.send_again(call.says("old-form"), title=call.says("please-send-again"), status=403)
    return call.message(call.says("old-form-open"), title=call.says("try-again"), status=403)
