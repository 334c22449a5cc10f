"""Makes the web program of the workbench."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route

from cinescribe.serve.security.headers import WITH_OWN_SCRIPTS, SecurityHeaders
from cinescribe.serve.shell.program import web_program
from cinescribe.serve.shell.site import Site
from cinescribe.serve.workbench.cues_page import cues_routes
from cinescribe.serve.workbench.dropped.dropped_page import dropped_routes
from cinescribe.serve.workbench.exporting.export_page import ExportPage
from cinescribe.serve.workbench.films import Films
from cinescribe.serve.workbench.films_page import FilmsPage
from cinescribe.serve.workbench.hearing.sounds import FilmSounds
from cinescribe.serve.workbench.hearing.takes import take_routes
from cinescribe.serve.workbench.hearing.voice_page import voice_routes
from cinescribe.serve.workbench.help.help_page import help_routes
from cinescribe.serve.workbench.history.history_page import history_routes
from cinescribe.serve.workbench.jobs.job_pages import job_routes
from cinescribe.serve.workbench.jobs.jobs import Jobs
from cinescribe.serve.workbench.listening.listen_page import listen_routes
from cinescribe.serve.workbench.new_film.film_shelf import FilmShelf
from cinescribe.serve.workbench.one_cue.cue_page import CuePage
from cinescribe.serve.workbench.owner import Owner
from cinescribe.serve.workbench.people.people_page import PeoplePage
from cinescribe.serve.workbench.people.person_cues_page import person_cues_routes
from cinescribe.serve.workbench.remarks.remarks_page import RemarksPage
from cinescribe.serve.workbench.replacing.replace_page import replace_routes
from cinescribe.serve.workbench.report.report_page import ReportPage

_STATIC = Path(__file__).with_name("static")
_TYPES = {".js": "text/javascript", ".css": "text/css"}


def workbench_program(
    films: Films, *, key: str, hosts: Sequence[str], jobs: Jobs | None = None, shelf: FilmShelf | None = None
) -> Starlette:
    """Return the workbench, an ASGI application.

    Args:
        films: that are open; more can be opened later.
        key: secret; the address that ends with it lets its owner in.
        hosts: names under which browsers may ask for it, without ports.
        jobs: that pages start; by default none yet.
        shelf: of films that can be described; by default those beside the open folders.
    """
    owner, jobs, sounds = Owner(key), jobs or Jobs(), FilmSounds(films)
    routes: list[BaseRoute] = [
        *cues_routes(films),
        *FilmsPage(films, shelf or FilmShelf(), jobs).routes(),
        *job_routes(jobs),
        *CuePage(films, jobs, sounds).routes(),
        *ExportPage(films, jobs).routes(),
        *ReportPage(films, jobs).routes(),
        *listen_routes(films, jobs),
        *PeoplePage(films).routes(),
        *person_cues_routes(films),
        *dropped_routes(films),
        *RemarksPage(films).routes(),
        *history_routes(films),
        *replace_routes(films),
        *help_routes(),
        *sounds.routes(),
        *take_routes(films),
        *voice_routes(films),
        *owner.routes(),
        Route("/static/workbench/{name}", _static),
    ]
    headers = Middleware(SecurityHeaders, is_https=False, policy=WITH_OWN_SCRIPTS)
    return web_program(Site(owner, owner.cookie), routes, hosts=hosts, headers=headers)


async def _static(request: Request) -> Response:
    path = _STATIC / request.path_params["name"]
    if path not in set(_STATIC.iterdir()) or path.suffix not in _TYPES:
        raise HTTPException(404)
    # Modules import each other without versions: browsers ask whether a file is still the same.
    return FileResponse(path, media_type=_TYPES[path.suffix], headers={"cache-control": "no-cache"})
