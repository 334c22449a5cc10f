"""The first page: the films that are open."""

from __future__ import annotations

from starlette.responses import Response
from starlette.routing import BaseRoute

from cinescribe.serve.shell.calls import Call, page_route
from cinescribe.serve.workbench.films import Films


def films_routes(films: Films) -> list[BaseRoute]:
    """Return the routes of the page."""

    def show(call: Call) -> Response:
        return call.page("workbench/films.html", title="Films", films=list(films))

    return [page_route("/", show)]
