"""The page `History`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from starlette.responses import Response
from starlette.routing import BaseRoute

from cinescribe.describe.editing.listing import cue_numbers
from cinescribe.describe.editing.revisions import Revision, effective
from cinescribe.serve.shell.calls import Call
from cinescribe.serve.workbench.film_calls import Answer, answered_form, asked_page, film_page, film_route
from cinescribe.serve.workbench.films import Films, OpenFilm
from cinescribe.serve.workbench.history.revision_lines import revision_lines

_PAGE = 50  # revisions


@dataclass(frozen=True)
class RevisionView:
    """A revision as the page shows it.

    Attributes:
        number: of the revision.
        when, who, source: of it.
        lines: what it did.
        is_taken_back: whether it does not hold.
    """

    number: int
    when: str
    who: str
    source: str
    lines: Sequence[str]
    is_taken_back: bool


def history_routes(films: Films) -> list[BaseRoute]:
    """Return the routes of the page, and of undo and redo, which lead back to the page that they were pressed on."""
    return [
        film_route(films, "history", _show),
        film_route(films, "history/undo", _undo, methods=["POST"]),
        film_route(films, "history/redo", _redo, methods=["POST"]),
    ]


def _show(call: Call, film: OpenFilm) -> Response:
    opened = film.folder.current()
    n_pages = max((len(opened.revisions) + _PAGE - 1) // _PAGE, 1)
    page = min(max(asked_page(call.request.query_params), 1), n_pages)
    last = len(opened.revisions) - (page - 1) * _PAGE
    held, numbers = set(effective(opened.revisions)), cue_numbers(opened.script.cues)
    shown = [
        _view(
            number,
            opened.revisions[number - 1],
            held,
            lines=revision_lines(opened.revisions[number - 1], numbers, call.t),
        )
        for number in range(last, max(last - _PAGE, 0), -1)
    ]
    return film_page(
        call,
        film,
        "workbench/history/history.html",
        title=call.says("page-history"),
        revisions=shown,
        n_revisions=len(opened.revisions),
        page=page,
        n_pages=n_pages,
    )


def _view(number: int, revision: Revision, held: set[int], *, lines: Sequence[str]) -> RevisionView:
    is_taken_back = number not in held and revision.undoes is None
    when = revision.at.replace("T", " ").replace("+00:00", " UTC")
    return RevisionView(number, when, revision.who, revision.source, lines, is_taken_back)


def _undo(call: Call, film: OpenFilm) -> Response:
    return _answer(call, film, "undone", film.folder.undo(who=film.who))


def _redo(call: Call, film: OpenFilm) -> Response:
    return _answer(call, film, "redone", film.folder.redo(who=film.who))


def _answer(call: Call, film: OpenFilm, what: str, revision: Revision) -> Response:
    lines = revision_lines(revision, cue_numbers(film.folder.current().script.cues), call.t)
    back = call.form.get("back")
    to = back if back.startswith(film.path) and back.isprintable() else f"{film.path}history"
    return answered_form(call, film, Answer(call.says(what, about=" ".join(lines)), to, reload=to))
