"""Makes the web program from its sections."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from cinescribe.serve.people.pages import people_routes
from cinescribe.serve.security.headers import SecurityHeaders
from cinescribe.serve.security.sessions import cookie_visitor
from cinescribe.serve.shell.calls import Call, page_route
from cinescribe.serve.shell.site import STATIC, Section, Site
from cinescribe.study.storage.database import Database

MAX_FORM = 1 << 18  # bytes of a form; routes of uploads have limits of their own
_STATIC = {"icon.svg", "style.css"}
_YEAR = 365 * 24 * 3600  # seconds
_WORDS = {
    404: ("There is no such page", "The address leads nowhere, or the page is not yours."),
    405: ("That does not work here", "The page cannot be used like this. Go to the first page."),
    413: ("Too long", "What was sent is too long, so nothing was stored. Go back and shorten it."),
}


def web_app(
    database: Database, sections: Sequence[Section], *, hosts: Sequence[str], is_https: bool = False
) -> Starlette:
    """Return the web program, an ASGI application.

    Args:
        database: of people, studies and the rest.
        sections: parts of the site; people arrive at the first one.
        hosts: names under which browsers may ask for it, without ports.
        is_https: whether browsers reach it by HTTPS, so that cookies need it.
    """
    site = Site(database, tuple(sections), is_https)
    app = Starlette(
        routes=[
            *(route for section in sections for route in section.routes),  # first, since they are asked for most
            page_route("/", _arrival, logged_in=False),
            Route("/static/{name}", _static),
            *people_routes(),
        ],
        middleware=[
            Middleware(SecurityHeaders, is_https=is_https),
            Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False),
        ],
        exception_handlers={HTTPException: _refused},
        max_body_size=MAX_FORM,
    )
    app.state.site = site
    return app


def _arrival(call: Call) -> Response:
    return call.to(call.site.sections[0].path)


async def _static(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in _STATIC:
        raise HTTPException(404)
    return FileResponse(STATIC / name, headers={"cache-control": f"public, max-age={_YEAR}"})


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    title, text = _WORDS.get(
        error.status_code, ("That could not be read", "Nothing was stored. Go back and try again.")
    )
    response = _call(request).message(text, title=title, status=error.status_code)
    response.headers.update(error.headers or {})
    return response


def _call(request: Request) -> Call:
    site: Site = request.app.state.site
    return Call(request, site, cookie_visitor(request, is_https=site.is_https))
