"""A site as an ASGI program: its routes, within limits, and its pages for what is refused."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route

from cinescribe.serve.shell.calls import Call, page_route
from cinescribe.serve.shell.page_language import is_own_page, keep_choice
from cinescribe.serve.shell.site import STATIC, Site

MAX_FORM = 1 << 18  # bytes of a form; routes of uploads have limits of their own
_STATIC = {"icon.svg", "style.css"}
_YEAR = 365 * 24 * 3600  # seconds
_WORDS = {404: ("no-page", "no-page-text"), 405: ("no-method", "no-method-text"), 413: ("too-long", "too-long-text")}


def web_program(site: Site, routes: Sequence[BaseRoute], *, hosts: Sequence[str], headers: Middleware) -> Starlette:
    """Return a site as a program.

    Args:
        site: the site.
        routes: of its pages.
        hosts: names under which browsers may ask for it, without ports.
        headers: `SecurityHeaders` with the site's policy.
    """
    app = Starlette(
        routes=[
            *routes,
            page_route("/language", _choose, methods=["POST"], logged_in=False),
            Route("/static/{name}", _static),
        ],
        middleware=[
            headers,
            Middleware(TrustedHostMiddleware, allowed_hosts=list(hosts), www_redirect=False),
        ],
        exception_handlers={HTTPException: _refused},
        max_body_size=MAX_FORM,
    )
    app.state.site = site
    return app


async def _static(request: Request) -> Response:
    name = request.path_params["name"]
    if name not in _STATIC:
        raise HTTPException(404)
    return FileResponse(STATIC / name, headers={"cache-control": f"public, max-age={_YEAR}"})


def _choose(call: Call) -> Response:
    """Remember the chosen language, and redirect to the page."""
    language, to = call.form.get("language"), call.form.get("to")
    response = call.to(to if is_own_page(to) else "/")
    if language in call.site.languages:
        keep_choice(response, language, is_secure=call.site.cookie.is_secure)
    return response


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    title, text = _WORDS.get(error.status_code, ("unreadable", "unreadable-text"))
    call = _call(request)
    response = call.message(call.says(text), title=call.says(title), status=error.status_code)
    response.headers.update(error.headers or {})
    return response


def _call(request: Request) -> Call:
    site: Site = request.app.state.site
    return Call(request, site, site.cookie.visitor(request))
