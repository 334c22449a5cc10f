"""The page `Dropped`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from starlette.responses import Response
from starlette.routing import BaseRoute

from cinescribe.export.cue_room import cue_room
from cinescribe.export.tracks.cue_time_limits import TOLERANCE
from cinescribe.schema import Cue, Script
from cinescribe.serve.shell.calls import Call
from cinescribe.serve.workbench.cue_answers import edited_on_page
from cinescribe.serve.workbench.cue_views import CueView, cue_views
from cinescribe.serve.workbench.film_calls import film_page, film_route
from cinescribe.serve.workbench.films import Films, OpenFilm
from cinescribe.timing import Seconds

_PAGE = 20  # cues


@dataclass(frozen=True)
class _Wording:
    """A shorter wording that its captioner offered.

    Attributes:
        text: the words.
        takes: seconds for which they are heard.
        fits: whether that is within the room.
    """

    text: str
    takes: Seconds
    fits: bool


@dataclass(frozen=True)
class DroppedView:
    """A dropped cue as the page shows it.

    Attributes:
        view: the cue.
        room: seconds that it would have where it is.
        wordings: shorter ones.
    """

    view: CueView
    room: Seconds
    wordings: Sequence[_Wording]


def dropped_routes(films: Films) -> list[BaseRoute]:
    """Return the routes of the page and of its forms."""
    return [
        film_route(films, "dropped", _show),
        film_route(films, "dropped/{cue}/restore", _restore, methods=["POST"]),
        film_route(films, "dropped/{cue}/extend", _extend, methods=["POST"]),
    ]


def _show(call: Call, film: OpenFilm) -> Response:
    script = film.folder.current().script
    dropped = [cue for cue in script.cues if cue.status == "dropped"]
    n_pages = max((len(dropped) + _PAGE - 1) // _PAGE, 1)
    asked = call.request.query_params.get("page", "1")
    page = min(max(int(asked), 1), n_pages) if asked.isdecimal() and len(asked) < 7 else 1
    shown = dropped[(page - 1) * _PAGE : page * _PAGE]
    views = cue_views(film, script, shown, call.t)
    return film_page(
        call,
        film,
        "workbench/dropped/dropped.html",
        title=call.says("page-dropped"),
        dropped=[_view(film, script, cue, views[cue.id]) for cue in shown],
        n_dropped=len(dropped),
        page=page,
        n_pages=n_pages,
    )


def _view(film: OpenFilm, script: Script, cue: Cue, view: CueView) -> DroppedView:
    spoken = cue.replace(status="spoken")  # as if it were heard
    room = cue_room(script.replace(cues=tuple(spoken if one is cue else one for one in script.cues)), spoken)
    wordings = []
    for text in cue.shorter:
        takes = film.takes(cue.replace(text=text, recording=None))
        wordings.append(_Wording(text, takes, takes <= room + TOLERANCE))
    return DroppedView(view, room, wordings)


def _restore(call: Call, film: OpenFilm) -> Response:
    return edited_on_page(call, film, "restore", back=f"{film.path}dropped")


def _extend(call: Call, film: OpenFilm) -> Response:
    return edited_on_page(call, film, "extend", back=f"{film.path}dropped")
