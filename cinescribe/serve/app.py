"""Makes the web program of studies and challenges from its sections."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import Response

from cinescribe.serve.people.admission import LogIn
from cinescribe.serve.people.pages import people_routes
from cinescribe.serve.security.headers import SecurityHeaders
from cinescribe.serve.security.sessions import https_cookie
from cinescribe.serve.shell.calls import Call, page_route
from cinescribe.serve.shell.program import web_program
from cinescribe.serve.shell.site import Section, Site
from cinescribe.study.storage.database import Database


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
    site = Site(LogIn(database), https_cookie(is_https=is_https), tuple(sections), database)
    routes = [
        *(route for section in sections for route in section.routes),  # first, since they are asked for most
        page_route("/", _arrival, logged_in=False),
        *people_routes(),
    ]
    return web_program(site, routes, hosts=hosts, headers=Middleware(SecurityHeaders, is_https=is_https))


def _arrival(call: Call) -> Response:
    return call.to(call.site.sections[0].path)
